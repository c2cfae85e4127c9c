/** The page's markup, which the script fills. It loads nothing from other origins. */
export const html = /* html */ `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f2efe9">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#131218">
<title>Sandbox phone</title>
<link rel="icon" href="/phone/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/phone/app.css">
</head>
<body>
<div class="page">
  <main class="stage">
    <div class="picker">
      <div class="field">
        <label class="unseen" for="customer-select">Whose phone this is</label>
        <span class="avatar" id="customer-avatar" aria-hidden="true"></span>
        <select id="customer-select" data-testid="customer-select"></select>
        <svg viewBox="0 0 14 14" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M3 5l4 4 4-4"/></svg>
      </div>
      <button class="round" id="customer-add" data-testid="customer-add" type="button" aria-label="Add a person" title="Add a person">
        <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" aria-hidden="true"><path d="M10 4v12M4 10h12"/></svg>
      </button>
      <button class="round panel-toggle" id="panel-open" type="button" aria-label="Phone settings and log" aria-controls="side" aria-expanded="false">
        <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" aria-hidden="true"><path d="M3 6h14M3 14h14"/><circle cx="13" cy="6" r="2" fill="var(--surface)"/><circle cx="7" cy="14" r="2" fill="var(--surface)"/></svg>
      </button>
    </div>
    <p class="notice" id="notice" role="status" hidden></p>
    <div class="failures-on" id="failures-on" data-testid="failures-on" role="status" hidden>
      <div><b>Failures are on</b><ul id="failures-words"></ul></div>
      <button class="button small" id="failures-reset" data-testid="failures-reset" type="button">Reset</button>
    </div>
    <section class="phone" aria-label="Phone">
      <header class="chat-head">
        <span class="avatar" id="business-avatar" aria-hidden="true"></span>
        <div><b id="business-name"></b><small id="business-line" aria-live="polite"></small></div>
      </header>
      <div class="log" id="log" role="log" aria-label="Messages" tabindex="0"></div>
      <button class="jump" id="jump" type="button" hidden>New messages</button>
      <div class="attach-menu" id="attach-menu" hidden>
        <button type="button" id="attach-pick">Choose a file…</button>
        <button type="button" data-sample="photo" data-testid="phone-sample-photo">Photo</button>
        <button type="button" data-sample="video" data-testid="phone-sample-video">Video</button>
        <button type="button" data-sample="voice" data-testid="phone-sample-voice">Voice message</button>
        <button type="button" data-sample="document" data-testid="phone-sample-document">Document</button>
        <button type="button" data-sample="sticker" data-testid="phone-sample-sticker">Sticker</button>
      </div>
      <form class="composer" id="composer">
        <input type="file" id="phone-file" data-testid="phone-file" aria-label="File to send" multiple hidden>
        <button class="attach" type="button" id="phone-clip" data-testid="phone-clip" aria-label="Send a file" title="Send a file" aria-expanded="false" aria-controls="attach-menu">
          <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M16.500 9.500l-6.400 6.400a4 4 0 0 1-5.700-5.700l6.800-6.800a2.700 2.700 0 0 1 3.800 3.800l-6.800 6.800a1.300 1.300 0 0 1-1.900-1.900l6-6"/></svg>
        </button>
        <button class="attach" type="button" id="phone-attach" data-testid="phone-attach" aria-label="Send something else" title="Send something else">
          <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" aria-hidden="true"><path d="M10 4v12M4 10h12"/></svg>
        </button>
        <label class="unseen" for="phone-input">Message</label>
        <textarea id="phone-input" data-testid="phone-input" rows="1" placeholder="Message" autocomplete="off" maxlength="65536"></textarea>
        <button type="submit" id="phone-send" data-testid="phone-send" aria-label="Send" disabled>
          <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M10 16V4M4.5 9.5L10 4l5.5 5.5"/></svg>
        </button>
      </form>
      <div class="off" id="off" data-testid="phone-off" hidden>
        <svg viewBox="0 0 40 40" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" aria-hidden="true"><path d="M20 6v14M11 10.5a13 13 0 1 0 18 0"/></svg>
        <b>This phone is off</b>
        <p id="off-line"></p>
        <button class="button" id="turn-on" type="button">Turn it on</button>
      </div>
    </section>
  </main>
  <div class="side" id="side">
    <aside class="panel" aria-label="About this phone">
      <header class="brand">
        <svg viewBox="0 0 38 38" aria-hidden="true"><rect width="38" height="38" rx="11" fill="var(--accent)"/><rect x="12" y="7.5" width="14" height="23" rx="3.6" fill="none" stroke="var(--accent-ink)" stroke-width="2"/><path d="M17 26.4h4" stroke="var(--accent-ink)" stroke-width="2" stroke-linecap="round"/></svg>
        <div><h1>Sandbox phone</h1><p>You are the customer</p></div>
        <button class="round sheet-close" id="panel-close" type="button" aria-label="Back to the chat">
          <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" aria-hidden="true"><path d="M5 5l10 10M15 5L5 15"/></svg>
        </button>
      </header>
      <section class="card">
        <h2>Business</h2>
        <label class="unseen" for="business-select">Business</label>
        <select class="business-select" id="business-select" data-testid="business-select" hidden></select>
        <dl class="facts">
          <dt>Number</dt><dd id="fact-number"></dd>
          <dt>Its server</dt><dd id="fact-server"></dd>
          <dt>Reply window</dt><dd id="fact-window"></dd>
        </dl>
      </section>
      <section class="card">
        <h2>This phone</h2>
        <label class="switch"><span><b>Chat is open</b><small>Messages are read as they arrive, while this page is in view.</small></span><input type="checkbox" role="switch" id="chat-open" data-testid="chat-open" checked></label>
        <label class="switch"><span><b>Phone is on</b><small>While it is off, messages wait at WhatsApp.</small></span><input type="checkbox" role="switch" id="phone-power" data-testid="phone-power" checked></label>
      </section>
      <details class="card failures" data-testid="failures">
        <summary><span>Failures</span><span class="state good" id="failures-count">none</span></summary>
        <div id="failures"></div>
        <h3>The next send of the business</h3>
        <form class="failure-next" id="failure-next">
          <select id="failure-error" data-testid="failure-error" aria-label="Error"></select>
          <select id="failure-way" aria-label="How it is reported"><option value="sync">refused at once</option><option value="async">taken, then failed</option></select>
          <button class="button small" data-testid="failure-next" type="submit">Arm</button>
        </form>
      </details>
      <section class="card" aria-labelledby="templates-title">
        <h2 id="templates-title">Templates</h2>
        <div id="templates" class="templates" data-testid="sandbox-templates" tabindex="0" role="group" aria-labelledby="templates-title"></div>
      </section>
      <section class="card legend" aria-label="What the ticks mean">
        <h2>Your ticks</h2>
        <ul id="legend"></ul>
      </section>
    </aside>
    <aside class="card activity" aria-labelledby="activity-title">
      <h2 id="activity-title">Behind the scenes</h2>
      <p>What passes between WhatsApp and the business</p>
      <ol id="activity" tabindex="0" aria-labelledby="activity-title"></ol>
    </aside>
  </div>
</div>
<dialog id="add-dialog" aria-labelledby="add-title">
  <form id="add-form" novalidate>
    <div><h2 id="add-title">Add a person</h2><p>Anyone you like: no real phone is reached.</p></div>
    <label>Name<input id="add-name" data-testid="customer-name" autocomplete="off" maxlength="200"></label>
    <label>Phone number with country code<input id="add-number" data-testid="customer-number" inputmode="tel" autocomplete="off" placeholder="+1 555 010 0199" aria-describedby="add-failure"></label>
    <p class="failure" id="add-failure" role="alert" hidden></p>
    <div class="row"><button class="button" id="add-cancel" type="button">Cancel</button><button class="button primary" data-testid="customer-save" type="submit">Add</button></div>
  </form>
</dialog>
<dialog id="kinds-dialog" aria-labelledby="kinds-title">
  <h2 id="kinds-title">Send something else</h2>
  <p>Each goes out as WhatsApp delivers it.</p>
  <p class="failure" id="kinds-failure" role="alert" hidden></p>
  <div id="kinds-list"></div>
  <div class="row"><button class="button" id="kinds-cancel" type="button">Cancel</button></div>
</dialog>
<script src="/phone/app.js"></script>
</body>
</html>
`;

/** The tab's icon. */
export const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 38 38"><rect width="38" height="38" rx="11" fill="#5747a6"/><rect x="12" y="7.5" width="14" height="23" rx="3.6" fill="none" stroke="#fff" stroke-width="2"/><path d="M17 26.4h4" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>`;
