// Follows a match: SERVER=... CHANNEL=... TOKEN=... go run .
//
// It reads Server-Sent Events, so the standard library is enough. All rules are in protocol/PROTOCOL.md.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/rand"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// The server sends a line at least every 15 seconds. After a longer silence the connection is dead, even if TCP has not noticed.
const silence = 45 * time.Second

type frame struct {
	Type    string         `json:"type"`
	Epoch   string         `json:"epoch"`
	Seq     int64          `json:"seq"`
	From    *int64         `json:"from"`
	State   map[string]any `json:"state"`
	Patch   map[string]any `json:"patch"`
	Code    string         `json:"code"`
	Message string         `json:"error"`
	RetryMs int64          `json:"retry_after_ms"`
}

// The position and state of the channel; they outlive a connection.
type channel struct {
	epoch string
	seq   int64
	state map[string]any
	// Whether the server has answered with the channel since we asked.
	answered bool
	// Before we ask again, as the server says.
	pause time.Duration
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
		c.epoch, c.seq, c.state, c.answered = f.Epoch, f.Seq, f.State, true
		c.show()
	case "resumed":
		c.answered = true
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
	case "closing":
		c.pause = time.Duration(f.RetryMs) * time.Millisecond
	case "error", "unsubscribed":
		if f.Code == "limit" || f.Code == "unavailable" {
			return false // Later it may work.
		}
		log.Fatal("The channel ended. ", f.Message)
	}
	return true
}

// read follows the stream until it ends.
func (c *channel) read(address, token string) error {
	c.answered, c.pause = false, 0
	alive, cancel := context.WithCancel(context.Background())
	defer cancel()
	watchdog := time.AfterFunc(silence, cancel)
	defer watchdog.Stop()
	request, err := http.NewRequestWithContext(alive, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	if c.epoch != "" {
		request.Header.Set("Last-Event-ID", fmt.Sprintf("%s:%d", c.epoch, c.seq))
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode == 401 || answer.StatusCode == 403 || answer.StatusCode == 404 {
		body, _ := io.ReadAll(answer.Body)
		log.Fatal(string(body))
	}
	if answer.StatusCode != http.StatusOK {
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		c.pause = time.Duration(seconds) * time.Second
		return fmt.Errorf("the server answered %s", answer.Status)
	}
	lines := bufio.NewReader(answer.Body)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return err
		}
		watchdog.Reset(silence)
		if !strings.HasPrefix(line, "data: ") {
			continue
		}
		var f frame
		if err := json.Unmarshal([]byte(line[len("data: "):]), &f); err != nil {
			return err
		}
		if !c.take(f) {
			return nil
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
	random := rand.New(rand.NewSource(time.Now().UnixNano()))
	for {
		if err := followed.read(server+"/api/v1/live/"+name+"/events", os.Getenv("TOKEN")); err != nil {
			log.Print(err)
		}
		if followed.answered {
			wait = 500 * time.Millisecond
		}
		if followed.pause > 0 {
			log.Printf("The server says: come back after %s.", followed.pause)
		}
		// A random wait, so that many clients do not come back at the same moment. A server that restarts gives each its time too.
		time.Sleep(followed.pause + time.Duration(random.Int63n(int64(wait))))
		if wait < 8*time.Second {
			wait *= 2
		}
	}
}
