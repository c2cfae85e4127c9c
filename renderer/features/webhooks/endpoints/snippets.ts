/** A complete receiver in one language. It returns 204 for our requests and 400 for all others. */
export interface Snippet {
  id: 'typescript' | 'python' | 'php' | 'go';
  label: string;
  /** The command that installs the dependencies; null without any. SERVER is this server's address. */
  install: string | null;
  code: string;
}

const TYPESCRIPT = `import { createServer } from 'node:http';
import { verifyWebhook, WebhookVerificationError } from 'switchboard/client';

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const event = await verifyWebhook(
      Buffer.concat(chunks),
      request.headers,
      process.env.WEBHOOK_SECRET ?? '',
    );
    console.log(event.type, event.data.message.content);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
  }
}).listen(Number(process.env.PORT ?? 8080));
`;

const PYTHON = `import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
assert KEY, "WEBHOOK_SECRET is empty"


def is_ours(headers, body):
    sent_at = headers.get("webhook-timestamp", "")
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    digest = hmac.new(KEY, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    is_fresh = sent_at.isdigit() and abs(time.time() - int(sent_at)) <= 5 * 60
    return is_fresh and any(hmac.compare_digest(expected, one) for one in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if is_ours(self.headers, body):
            event = json.loads(body)
            print(event["type"], event["data"]["message"]["content"], flush=True)
            self.send_response(204)
        else:
            self.send_response(400)
        self.end_headers()


HTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
`;

const PHP = `<?php
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$signatures = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');

$key = base64_decode(substr((string) getenv('WEBHOOK_SECRET'), strlen('whsec_')));
if ($key === '') {
    throw new RuntimeException('WEBHOOK_SECRET is empty');
}
$hash = hash_hmac('sha256', "$id.$timestamp.$body", $key, true);
$expected = 'v1,' . base64_encode($hash);

$isOurs = array_filter($signatures, fn ($one) => hash_equals($expected, $one)) !== [];
$isFresh = abs(time() - (int) $timestamp) <= 5 * 60;
if (!$isOurs || !$isFresh) {
    http_response_code(400);
    exit;
}

$event = json_decode($body, true);
error_log($event['type'] . ' ' . $event['data']['message']['content']);
http_response_code(204);
`;

const GO = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func isOurs(key []byte, headers http.Header, body []byte) bool {
	sentAt := headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(headers.Get("webhook-id") + "." + sentAt + "." + string(body)))
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, one := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(one), []byte(expected)) {
			return true
		}
	}
	return false
}

type Event struct {
	Type string
	Data struct{ Message struct{ Content string } }
}

func main() {
	secret := strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_")
	key, err := base64.StdEncoding.DecodeString(secret)
	if err != nil || len(key) == 0 {
		log.Fatal("WEBHOOK_SECRET is not a secret")
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var event Event
		if err != nil || !isOurs(key, r.Header, body) || json.Unmarshal(body, &event) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		log.Println(event.Type, event.Data.Message.Content)
		w.WriteHeader(http.StatusNoContent)
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	log.Fatal(http.ListenAndServe(":"+port, nil))
}
`;

/** Every snippet reads the secret from WEBHOOK_SECRET and listens on PORT. */
export const SNIPPETS: readonly Snippet[] = [
  {
    id: 'typescript',
    label: 'TypeScript',
    install: 'npm install SERVER/docs/switchboard-client.tgz',
    code: TYPESCRIPT,
  },
  { id: 'python', label: 'Python', install: null, code: PYTHON },
  { id: 'php', label: 'PHP', install: null, code: PHP },
  { id: 'go', label: 'Go', install: null, code: GO },
];
