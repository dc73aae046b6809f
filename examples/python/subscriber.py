"""Follows a match: SERVER=... CHANNEL=... TOKEN=... python3 subscriber.py

Needs the package websockets 10 or newer. All rules are in protocol/PROTOCOL.md.
"""

import asyncio
import json
import os
import random
import sys

import websockets

SERVER = os.environ.get("SERVER", "http://127.0.0.1:8080")
CHANNEL = os.environ.get("CHANNEL", "match:704")
TOKEN = os.environ["TOKEN"]
REFUSED = 4401
FAULTS = (1003, 1008, 1009)  # The server closed because of what this program sent: it needs a fix.


def merge(target, patch):
    """JSON Merge Patch (RFC 7396): objects merge, null removes, anything else replaces."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge(merged.get(key), value)
    return merged


def show(state):
    for match in state["matches"].values():
        score, away = match["score"], match.get("away") or {"name": ""}
        print(match["home"]["name"], f"{score.get('home', '-')}:{score.get('away', '-')}", away["name"], flush=True)


class Channel:
    """The position and state of the channel; they outlive a connection."""

    def __init__(self):
        self.epoch, self.seq, self.state = None, 0, None
        self.wait = 0  # Before it connects again, as the server says, seconds.
        self.attempt = 0  # Connections without an answer to `subscribe`.

    async def subscribe(self, socket):
        since = {"since": {"epoch": self.epoch, "seq": self.seq}} if self.epoch else {}
        await socket.send(json.dumps({"type": "subscribe", "channel": CHANNEL, **since}))

    async def take(self, frame, socket):
        if frame["type"] in ("snapshot", "resumed"):
            self.attempt = 0
        if frame["type"] == "snapshot":
            self.epoch, self.seq, self.state = frame["epoch"], frame["seq"], frame["state"]
            show(self.state)
        elif frame["type"] == "delta" and frame["seq"] > self.seq:
            if frame.get("from", frame["seq"] - 1) != self.seq:
                await self.subscribe(socket)  # A gap: ask for the missing deltas.
                return
            self.seq, self.state = frame["seq"], merge(self.state, frame["patch"])
            show(self.state)
        elif frame["type"] == "heartbeat" and (frame["epoch"] != self.epoch or frame["seq"] > self.seq):
            await self.subscribe(socket)
        elif frame["type"] == "unsubscribed":
            raise SystemExit("The right to read this channel was withdrawn.")
        elif frame["type"] == "closing":
            self.wait = frame.get("retry_after_ms", 0) / 1000
        elif frame["type"] == "error" and frame["code"] in ("limit", "unavailable"):
            await socket.close()  # Later it may work.
        elif frame["type"] == "error":
            raise SystemExit(f"{frame['error']} {frame.get('hint', '')}")


def retry_after(error):
    """Seconds, where the server refuses the handshake and says when to come back."""
    answer = getattr(error, "response", error)
    seconds = getattr(answer, "headers", {}).get("Retry-After", "0")
    return int(seconds) if seconds.isdigit() else 0


async def follow():
    channel = Channel()
    while True:
        try:
            url = SERVER.replace("http", "ws", 1) + "/api/v1/live"
            async with websockets.connect(url, subprotocols=["touchline.v1"], max_size=None) as socket:
                await socket.send(json.dumps({"type": "auth", "token": TOKEN}))
                await channel.subscribe(socket)
                async for text in socket:
                    await channel.take(json.loads(text), socket)
        # Before Python 3.11 a time-out is no OSError.
        except (OSError, asyncio.TimeoutError, websockets.WebSocketException) as error:
            received = getattr(error, "rcvd", None)
            if received is not None and received.code == REFUSED:
                raise SystemExit("The token is not valid.") from None
            if received is not None and received.code in FAULTS:
                raise SystemExit(f"The server closed: {error}") from None
            channel.wait = max(channel.wait, retry_after(error))
            print(f"No connection: {error}", file=sys.stderr)
        # A random wait, so that many clients do not come back at the same moment. A server that restarts gives each its time too.
        await asyncio.sleep(channel.wait + random.random() * min(10, 0.5 * 2**channel.attempt))
        channel.wait, channel.attempt = 0, channel.attempt + 1


asyncio.run(follow())
