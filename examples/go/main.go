// Follows a match: SERVER=... CHANNEL=... TOKEN=... go run .
//
// It reads Server-Sent Events, so the standard library is enough. All rules are in protocol/PROTOCOL.md.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/rand"
	"net/http"
	"os"
	"strings"
	"time"
)

type frame struct {
	Type    string         `json:"type"`
	Epoch   string         `json:"epoch"`
	Seq     int64          `json:"seq"`
	From    *int64         `json:"from"`
	State   map[string]any `json:"state"`
	Patch   map[string]any `json:"patch"`
	Message string         `json:"error"`
}

// The position and state of the channel; they outlive a connection.
type channel struct {
	epoch string
	seq   int64
	state map[string]any
}

// merge is JSON Merge Patch (RFC 7396): objects merge, null removes, anything else replaces.
func merge(target any, patch map[string]any) map[string]any {
	merged := map[string]any{}
	if old, ok := target.(map[string]any); ok {
		for key, value := range old {
			merged[key] = value
		}
	}
	for key, value := range patch {
		if value == nil {
			delete(merged, key)
		} else if object, ok := value.(map[string]any); ok {
			merged[key] = merge(merged[key], object)
		} else {
			merged[key] = value
		}
	}
	return merged
}

func text(value any, otherwise string) string {
	if value == nil {
		return otherwise
	}
	return fmt.Sprint(value)
}

func (c *channel) show() {
	matches, _ := c.state["matches"].(map[string]any)
	for _, one := range matches {
		match, _ := one.(map[string]any)
		home, _ := match["home"].(map[string]any)
		away, _ := match["away"].(map[string]any)
		score, _ := match["score"].(map[string]any)
		fmt.Printf("%v %s:%s %s\n", home["name"], text(score["home"], "-"), text(score["away"], "-"), text(away["name"], ""))
	}
}

// take returns false when the stream has to be asked again from our position.
func (c *channel) take(f frame) bool {
	switch f.Type {
	case "snapshot":
		c.epoch, c.seq, c.state = f.Epoch, f.Seq, f.State
		c.show()
	case "delta":
		from := f.Seq - 1
		if f.From != nil {
			from = *f.From
		}
		if f.Seq <= c.seq {
			return true
		}
		if from != c.seq {
			return false
		}
		c.seq, c.state = f.Seq, merge(c.state, f.Patch)
		c.show()
	case "heartbeat":
		return f.Epoch == c.epoch && f.Seq <= c.seq
	case "error", "unsubscribed":
		log.Fatal("The channel ended. ", f.Message)
	}
	return true
}

// read follows the stream until it ends. It reports whether the server answered.
func (c *channel) read(address, token string) (bool, error) {
	request, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		return false, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	if c.epoch != "" {
		request.Header.Set("Last-Event-ID", fmt.Sprintf("%s:%d", c.epoch, c.seq))
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return false, err
	}
	defer answer.Body.Close()
	if answer.StatusCode == 401 || answer.StatusCode == 403 || answer.StatusCode == 404 {
		body, _ := io.ReadAll(answer.Body)
		log.Fatal(string(body))
	}
	if answer.StatusCode != http.StatusOK {
		return false, fmt.Errorf("the server answered %s", answer.Status)
	}
	lines := bufio.NewReader(answer.Body)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return true, err
		}
		if !strings.HasPrefix(line, "data: ") {
			continue
		}
		var f frame
		if err := json.Unmarshal([]byte(line[len("data: "):]), &f); err != nil {
			return true, err
		}
		if !c.take(f) {
			return true, nil
		}
	}
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func main() {
	server, name := setting("SERVER", "http://127.0.0.1:8080"), setting("CHANNEL", "match:704")
	followed := &channel{}
	wait := 500 * time.Millisecond
	for {
		answered, err := followed.read(server+"/api/v1/live/"+name+"/events", os.Getenv("TOKEN"))
		if err != nil {
			log.Print(err)
		}
		if answered {
			wait = 500 * time.Millisecond
		}
		// A random wait, so that many clients do not come back at the same moment.
		time.Sleep(time.Duration(rand.Int63n(int64(wait))))
		if wait < 8*time.Second {
			wait *= 2
		}
	}
}
