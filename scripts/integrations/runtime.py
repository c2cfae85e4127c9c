import base64
import hashlib
import hmac
import http.client
import json
import random
import re
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple, Union

try:
    from typing import Literal, TypedDict
except ImportError:  # pragma: no cover
    raise ImportError("Python 3.9 or later is required") from None

httpx: Any
try:
    import httpx  # type: ignore[no-redef]
except ImportError:
    httpx = None

if TYPE_CHECKING:
    from typing_extensions import NotRequired

FIRST_RETRY_SECONDS = 0.5
LONGEST_RETRY_SECONDS = 8.0
# If the server asks for a longer delay, the request is not retried.
RETRY_AFTER_MAX_SECONDS = 60.0
# A slow connection: 100 MB take 13 minutes, and the server waits for 15.
UPLOAD_BYTES_PER_SECOND = 125_000
RETRIED_STATUSES = (429, 502, 503, 504)
RETRIED_CODES = ("connection_failed", "timed_out", "idempotency_in_progress", "outcome_unknown")
# Only when the server says when: for a file that is being downloaded, not for one whose download failed.
RETRIED_CODES_WITH_A_WAIT = ("media_not_ready",)


class SwitchboardError(Exception):
    """The error of every call. `status` is 0 when there was no response."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        details: Optional[List[Dict[str, str]]] = None,
        request_id: Optional[str] = None,
        docs_url: Optional[str] = None,
        contact_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        #: Stable, for programs. Newer servers may return codes that this version does not know.
        self.code = code
        #: The invalid fields, each with its `path` and `message`.
        self.details = details or []
        self.request_id = request_id
        #: The page of the server that explains the error.
        self.docs_url = docs_url
        #: With `contact_phone_taken`: the contact that has the number.
        self.contact_id = contact_id
        #: Seconds that the server asks to wait.
        self.retry_after = retry_after


class WebhookVerificationError(Exception):
    """The request is not signed with the secret, or is too old. Respond with 400."""


#: Sends one request: method, URL, headers, body, timeout in seconds. Returns status, headers in lower case, and body.
Transport = Callable[[str, str, Dict[str, str], Optional[bytes], float], Tuple[int, Dict[str, str], bytes]]


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    # The key must not be sent to another server that a response redirects to.
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


def urllib_transport() -> Transport:
    """Returns a transport of the standard library, which opens a connection for each request."""
    opener = urllib.request.build_opener(_NoRedirects())

    def send(method: str, url: str, headers: Dict[str, str], body: Optional[bytes], timeout: float) -> Any:
        request = urllib.request.Request(url, data=body, headers=headers, method=method)
        try:
            with opener.open(request, timeout=timeout) as response:
                return response.status, {k.lower(): v for k, v in response.headers.items()}, response.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, {k.lower(): v for k, v in error.headers.items()}, error.read()

    def send_whole(method: str, url: str, headers: Dict[str, str], body: Optional[bytes], timeout: float) -> Any:
        try:
            return send(method, url, headers, body, timeout)
        except http.client.HTTPException as error:
            # Such as a response that breaks off in its middle.
            raise ConnectionError(str(error)) from error

    return send_whole


def httpx_transport(client: Any = None) -> Transport:
    """Returns a transport of httpx, which keeps connections open. `client` is an `httpx.Client` with your settings."""
    if httpx is None:
        raise ImportError("httpx is not installed")
    used = client or httpx.Client(follow_redirects=False)

    def send(method: str, url: str, headers: Dict[str, str], body: Optional[bytes], timeout: float) -> Any:
        try:
            response = used.request(method, url, headers=headers, content=body, timeout=timeout)
        except httpx.TimeoutException as error:
            raise TimeoutError(str(error)) from error
        except httpx.TransportError as error:
            raise ConnectionError(str(error)) from error
        return response.status_code, {k.lower(): v for k, v in response.headers.items()}, response.content

    return send


class _Sender:
    def __init__(self, base_url: str, api_key: str, max_retries: int, timeout: float, transport: Optional[Transport]):
        base = base_url.rstrip("/")
        if not base.startswith(("http://", "https://")):
            raise ValueError(f"base_url must be the http or https address of the server, not {base_url!r}")
        if not api_key:
            raise ValueError("api_key is missing. Create one in the dashboard under API keys.")
        self._base = base if base.endswith("/api/v1") else f"{base}/api/v1"
        self._api_key = api_key
        self._max_retries = max_retries
        self._timeout = timeout
        self._transport = transport or (httpx_transport() if httpx else urllib_transport())

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        content: Optional[bytes] = None,
        content_type: str = "application/json",
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        url = self._base + path + _query_of(query or {})
        headers = {"Accept": "application/json", "Authorization": f"Bearer {self._api_key}"}
        data = content if body is None else json.dumps(body).encode()
        if data is not None:
            headers["Content-Type"] = content_type
        if method == "POST":
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        limit = timeout or self._timeout + len(content or b"") / UPLOAD_BYTES_PER_SECOND
        retries = 0
        while True:
            try:
                return self._attempt(method, url, headers, data, limit)
            except SwitchboardError as error:
                delay = _delay_before_retry(error, retries)
                if delay is None or retries >= self._max_retries:
                    raise
            time.sleep(delay)
            retries += 1

    def _attempt(self, method: str, url: str, headers: Dict[str, str], data: Optional[bytes], timeout: float) -> Any:
        try:
            status, answered, content = self._transport(method, url, headers, data, timeout)
        except OSError as error:
            # In Python 3.9, a timeout of a socket is an error of its own.
            timeouts = (TimeoutError, socket.timeout)
            if isinstance(error, timeouts) or isinstance(getattr(error, "reason", None), timeouts):
                raise SwitchboardError(f"No answer within {timeout} s.", status=0, code="timed_out") from error
            message = f"{self._base} could not be reached, or the connection broke."
            raise SwitchboardError(message, status=0, code="connection_failed") from error
        return _read_response(status, answered, content)


def _read_response(status: int, headers: Dict[str, str], content: bytes) -> Any:
    try:
        body = json.loads(content)
    except ValueError:
        body = None
    if 200 <= status < 300 and body is not None:
        return body
    error = body.get("error") if isinstance(body, dict) else None
    known: Any = error if isinstance(error, dict) and isinstance(error.get("code"), str) else None
    if 200 <= status < 300 or known is None:
        message = f"The response (status {status}) is not from the Switchboard API. Check base_url."
        known = {"code": "unexpected_answer", "message": message}
    raise SwitchboardError(
        known.get("message", ""),
        status=status,
        code=known["code"],
        details=known.get("details"),
        request_id=headers.get("x-request-id"),
        docs_url=known.get("docsUrl"),
        contact_id=known.get("contactId"),
        retry_after=_retry_after_of(headers.get("retry-after")),
    )


def _retry_after_of(header: Optional[str]) -> Optional[float]:
    if header is None:
        return None
    try:
        return max(0.0, float(header) if header.isdigit() else parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _delay_before_retry(error: SwitchboardError, retries: int) -> Optional[float]:
    """Returns seconds, or None when the request should not be repeated. Every request is safe to repeat: a POST has
    the same Idempotency-Key each time."""
    waits = error.retry_after is not None and error.code in RETRIED_CODES_WITH_A_WAIT
    if error.status not in RETRIED_STATUSES and error.code not in RETRIED_CODES and not waits:
        return None
    if error.retry_after is not None and error.retry_after > RETRY_AFTER_MAX_SECONDS:
        return None
    backoff = min(FIRST_RETRY_SECONDS * 2**retries, LONGEST_RETRY_SECONDS)
    # Random, so that many callers do not retry at the same moment.
    return (backoff / 2 if error.retry_after is None else error.retry_after) + random.random() * backoff / 2


def _query_of(query: Mapping[str, Any]) -> str:
    given = {name: _text_of(value) for name, value in query.items() if value is not None}
    return f"?{urllib.parse.urlencode(given)}" if given else ""


def _text_of(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _segment(name: str, value: str) -> str:
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise ValueError(f"{name} must be an id or phone number, not {value!r}")
    return urllib.parse.quote(value, safe="")


def _walk(load: Callable[[Optional[str]], Any]) -> Iterator[Any]:
    page = load(None)
    while True:
        yield from page["data"]
        cursor = (page["pagination"] if "pagination" in page else page)["nextCursor"]
        if cursor is None:
            return
        page = load(cursor)


def verify_webhook(raw_body: Union[bytes, str], headers: Mapping[str, str], secret: str) -> "WebhookEvents":
    """Verifies a webhook as Standard Webhooks specifies and returns its event. It must be signed with `secret`
    (`whsec_…`) and at most five minutes old. `raw_body` is the unparsed body.

    Raises WebhookVerificationError; its message says why.
    """
    given = {name.lower(): value for name, value in headers.items()}
    values = []
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not given.get(name):
            raise WebhookVerificationError(f"The header {name} is missing.")
        values.append(given[name])
    event_id, sent_at, signatures = values
    if not re.fullmatch("[0-9]{1,15}", sent_at):
        raise WebhookVerificationError("webhook-timestamp is not a Unix time.")
    if abs(time.time() - int(sent_at)) > 5 * 60:
        raise WebhookVerificationError("The request is not from the last five minutes.")
    try:
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret, validate=True)
    except ValueError:
        key = b""
    if not key:
        raise WebhookVerificationError("The secret is not well-formed: it must be whsec_ followed by base64.")
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    digest = hmac.new(key, f"{event_id}.{sent_at}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    if not any(hmac.compare_digest(expected, one.encode()) for one in signatures.split(" ")):
        raise WebhookVerificationError("No signature matches: wrong secret, or the body was changed.")
    return json.loads(body)
