/** Styles of the phone: header, messages, composer, and the screen when it is off. */
export const chatCss = /* css */ `
.phone {
  position: relative; display: flex; flex-direction: column; overflow: hidden; background: var(--wall);
  border: 7px solid var(--bezel); border-radius: 38px; box-shadow: var(--shadow);
}
.chat-head { display: flex; align-items: center; gap: 12px; padding: 14px 18px 12px; background: var(--surface); border-bottom: 1px solid var(--line); }
.chat-head .avatar { width: 38px; height: 38px; border-radius: 12px; font-size: 14px; background: var(--accent-soft); color: var(--accent); }
.chat-head b { display: block; font-weight: 650; line-height: 1.25; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.chat-head div { min-width: 0; }
.chat-head small { color: var(--quiet); font-size: 13px; }
.chat-head small.is-typing { color: var(--accent); font-weight: 550; }

.log { flex: 1; min-height: 0; overflow-y: auto; overscroll-behavior: contain; padding: 14px 14px 10px; display: flex; flex-direction: column; }
.log:focus-visible { outline-offset: -3px; }
.log > :first-child { margin-top: auto; }
.day { align-self: center; margin: 14px 0 8px; padding: 3px 12px; border-radius: 10px; background: var(--sunken); color: var(--quiet); font-size: 12px; font-weight: 550; }
.message {
  position: relative; max-width: 82%; padding: 7px 12px 6px; margin-top: 3px; border-radius: 16px;
  overflow-wrap: anywhere; white-space: pre-wrap;
}
.message.is-first { margin-top: 10px; }
.message[data-direction='out'] { align-self: flex-end; background: var(--mine); border-bottom-right-radius: 5px; }
.message[data-direction='in'] { align-self: flex-start; background: var(--theirs); border: 1px solid var(--line); border-bottom-left-radius: 5px; }
.message.is-new { animation: arrive 0.18s ease-out; }
@keyframes arrive { from { opacity: 0; transform: translateY(6px); } }
.kind { display: block; font-size: 12.5px; color: var(--quiet); }
.kind b { font-weight: 600; color: var(--ink); }
.file { display: block; font-size: 14px; }
.offer-footer { display: block; color: var(--quiet); font-size: 12.5px; }
.offers { display: flex; flex-direction: column; gap: 6px; margin: 8px 0 2px; }
.offer { display: block; width: 100%; min-height: 38px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 12px; background: var(--page); color: var(--accent); font-size: 14px; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; list-style: none; }
.offer:hover { background: var(--sunken); }
.offer small { display: block; color: var(--quiet); font-size: 12.5px; font-weight: 400; }
.offer-list[open] { display: flex; flex-direction: column; gap: 6px; }
.offer-list > :not(summary) { margin-top: 6px; }
.offer-section { display: block; color: var(--quiet); font-size: 12.5px; font-weight: 600; }
a.file { color: var(--accent); text-decoration: underline; text-underline-offset: 2px; }
.preview { display: block; max-width: 100%; max-height: 260px; margin: 2px 0 4px; border-radius: 11px; }
.preview.is-sticker { width: 128px; height: 128px; object-fit: contain; }
.sound { display: block; width: 250px; max-width: 100%; height: 40px; margin: 2px 0; }
.voice b { display: block; font-size: 12.5px; font-weight: 600; }
.attach-menu { display: grid; grid-template-columns: repeat(3, 1fr); gap: 6px; padding: 10px 12px; background: var(--surface); border-top: 1px solid var(--line); }
.attach-menu[hidden] { display: none; }
.attach-menu button { min-height: 40px; padding: 0 8px; border: 1px solid var(--line); border-radius: 12px; background: var(--page); font-size: 13.5px; font-weight: 550; }
.attach-menu button:hover { background: var(--sunken); }
.filled { margin: 2px 0 0; font-size: 14px; }
.quote { margin: 2px 0 5px; padding: 3px 9px; border-left: 3px solid var(--accent); border-radius: 6px; background: color-mix(in srgb, currentcolor 9%, transparent); color: var(--ink); font-size: 13px; max-height: 3.4em; overflow: hidden; }
.reactions { position: absolute; left: 10px; bottom: -15px; padding: 1px 7px; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); font-size: 13px; line-height: 20px; white-space: nowrap; }
.message:has(.reactions) { margin-bottom: 16px; }
.meta { float: right; display: inline-flex; align-items: center; gap: 4px; margin: 5px 0 0 12px; color: var(--quiet); font-size: 11.5px; line-height: 16px; white-space: nowrap; font-variant-numeric: tabular-nums; }
.message[data-direction='out'] .meta { color: var(--tick); }
.ticks { display: inline-flex; color: var(--tick); }
.ticks svg { width: 18px; height: 12px; }
.ticks.is-read { color: var(--tick-read); }
.unread-dot { width: 7px; height: 7px; border-radius: 50%; background: var(--accent); }
.retry { display: block; margin-top: 4px; padding: 0; border: 0; background: none; color: var(--bad); font-size: 13px; font-weight: 550; text-decoration: underline; }
.typing { align-self: flex-start; display: flex; gap: 4px; padding: 13px 14px; margin-top: 10px; border-radius: 16px 16px 16px 5px; background: var(--theirs); border: 1px solid var(--line); }
.typing i { width: 6px; height: 6px; border-radius: 50%; background: var(--quiet); animation: wave 1.2s infinite; }
.typing i:nth-child(2) { animation-delay: 0.15s; }
.typing i:nth-child(3) { animation-delay: 0.3s; }
@keyframes wave { 30% { transform: translateY(-4px); opacity: 0.5; } 60% { transform: none; opacity: 1; } }

.hello { margin: auto; max-width: 270px; text-align: center; text-wrap: balance; color: var(--quiet); }
.hello svg { width: 54px; height: 54px; color: var(--accent); margin-bottom: 12px; }
.hello b { display: block; color: var(--ink); font-weight: 650; font-size: 16px; margin-bottom: 4px; }
.hello p { font-size: 14px; }
.jump { position: absolute; right: 18px; bottom: 86px; height: 34px; padding: 0 14px; border-radius: 17px; border: 1px solid var(--line); background: var(--surface); color: var(--accent); font-size: 13px; font-weight: 600; box-shadow: var(--shadow); }

.composer { display: flex; align-items: flex-end; gap: 8px; padding: 10px 12px 12px; background: var(--surface); border-top: 1px solid var(--line); }
.composer textarea {
  flex: 1; min-width: 0; resize: none; min-height: 44px; max-height: 132px; padding: 10px 16px; border: 1px solid var(--line);
  border-radius: 22px; background: var(--page); font-size: 16px; line-height: 22px;
}
.composer textarea:focus-visible { outline: none; border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.composer textarea::placeholder { color: var(--quiet); opacity: 1; }
.composer button { display: grid; place-items: center; flex: none; width: 44px; height: 44px; border: 0; border-radius: 50%; background: var(--accent); color: var(--accent-ink); transition: background 0.15s; }
.composer button.attach { background: none; color: var(--quiet); }
.composer button.attach:hover { background: var(--sunken); }
.composer button:disabled { background: var(--sunken); color: var(--quiet); cursor: default; }
.composer button svg { width: 20px; height: 20px; }

.off { position: absolute; inset: -1px; z-index: 2; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 6px; padding: 32px; text-align: center; background: #17161c; color: #dcd8e4; }
.off svg { width: 40px; height: 40px; color: #8d87a0; margin-bottom: 8px; }
.off b { font-size: 17px; font-weight: 600; }
.off p { color: #a9a3b5; font-size: 14px; max-width: 250px; }
.off .button { margin-top: 14px; border-color: #4b4759; color: #ece9f2; }
.off .button:hover { background: #2b2834; }

@media (max-width: 759px) {
  .phone { border: 0; border-radius: 0; box-shadow: none; }
  .picker { padding: 8px 10px; background: var(--page); gap: 6px; }
  .picker .round { width: 42px; height: 42px; }
  .picker select { padding-left: 48px; padding-right: 32px; }
  .notice { border-radius: 0; }
  .message { max-width: 86%; }
}
`;
