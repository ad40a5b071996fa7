#!/usr/bin/env python3
"""A bot for any game: it takes the highest number that is open."""
import json
import sys

for line in sys.stdin:
    asked = json.loads(line)
    if "error" in asked:
        print(asked["error"]["message"], file=sys.stderr)
        continue
    view, choose = asked["view"], asked["choose"]
    # What lies before this seat: counters by name, cards as they are seen.
    mine = next((g for g in view["groups"] if g["seat"] == choose["seat"]), {"zones": []})
    hand = [c["face"]["name"] for z in mine["zones"] for c in z["cards"] if "face" in c]

    def worth(action):
        digits = "".join(c for c in action["words"] if c.isdigit())
        return (int(digits or 0), action["words"] in hand, -action["action"])

    best = max(choose["actions"], key=worth)
    print(json.dumps({"action": best["action"]}), flush=True)
