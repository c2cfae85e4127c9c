"""Uses the Python client against a running server, and prints what it saw. The test compares it."""

import json
import os
import sys

import switchboard as module
from switchboard import Switchboard, SwitchboardError, WebhookVerificationError, verify_webhook

transport = module.httpx_transport() if sys.argv[1] == "httpx" else module.urllib_transport()
client = Switchboard(os.environ["BASE_URL"] + "/", os.environ["KEY"], transport=transport)
other = Switchboard(os.environ["BASE_URL"], os.environ["OTHER_KEY"], transport=transport)
seen = {"workspace": client.me.get()["workspace"]["name"]}


def error_of(call):
    try:
        call()
    except SwitchboardError as error:
        return [error.status, error.code]
    return None


ada = client.contacts.create({"name": "Ada", "phone": "+1 555 010 0123", "tags": ["a & b"]})
for number in range(3):
    client.contacts.put(f"1555020000{number}", {"name": "Ömer"})
seen["walked"] = [contact["phone"] for contact in client.contacts.list_all(limit=2)]
seen["found"] = [contact["name"] for contact in client.contacts.list(tag="a & b")["data"]]
seen["updated"] = client.contacts.update(ada["id"], {"status": "hot", "email": None})["status"]

try:
    client.contacts.create({"phone": "15550100123"})
except SwitchboardError as error:
    seen["taken"] = [error.status, error.code, error.contact_id == ada["id"], error.docs_url, bool(error.request_id)]
try:
    client.contacts.create({"phone": "0170 1234567"})
except SwitchboardError as error:
    seen["invalid"] = [detail["path"] for detail in error.details]

first = client.contacts.create({"phone": "15550300000"}, idempotency_key="one")
seen["replayed"] = client.contacts.create({"phone": "15550300000"}, idempotency_key="one") == first
seen["foreign"] = error_of(lambda: other.contacts.get(ada["id"]))
seen["unauthorized"] = error_of(lambda: Switchboard(os.environ["BASE_URL"], "svc_x", transport=transport).me.get())
nowhere = Switchboard("http://127.0.0.1:9", "svc_x", transport=transport, max_retries=0)
seen["nowhere"] = error_of(nowhere.me.get)

busy = Switchboard(os.environ["BUSY_URL"], "svc_x", transport=transport)
seen["retried"] = busy.contacts.create({"phone": "1"})
seen["downloaded"] = busy.media.get("med_1")
seen["not_downloaded"] = error_of(lambda: busy.media.get("med_1"))
seen["redirected"] = error_of(busy.me.get)
seen["broken"] = busy.me.get()["id"]
seen["broadcasts"] = [one["id"] for one in busy.broadcasts.list_all()]
short = Switchboard(os.environ["BUSY_URL"], "svc_x", transport=transport, timeout=0.05, max_retries=0)
seen["uploaded"] = short.media.upload(b"x" * 200_000, "text/plain")["id"]
slow = Switchboard(os.environ["BUSY_URL"], "svc_x", transport=transport, timeout=0.2, max_retries=0)
seen["timed_out"] = error_of(slow.me.get)

webhook = json.loads(os.environ["WEBHOOK"])
seen["event"] = verify_webhook(webhook["body"].encode(), webhook["headers"], webhook["secret"])["type"]
try:
    verify_webhook(webhook["body"] + " ", webhook["headers"], webhook["secret"])
except WebhookVerificationError:
    seen["tampered"] = "rejected"
try:
    # A digit for Python, but not of a time.
    verify_webhook(webhook["body"], {**webhook["headers"], "Webhook-Timestamp": "1\u00b2"}, webhook["secret"])
except WebhookVerificationError:
    seen["no_time"] = "rejected"
print(json.dumps(seen))
