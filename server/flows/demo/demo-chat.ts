/** A conversation of the demo workspace, as it is written down. */
export interface DemoChat {
  phone: string;
  /** How long ago its last message was: minutes, hours, or some time in the working hours of a day. */
  ago: `${number}${'m' | 'h' | 'd'}`;
  /** How many of the customer's last messages nobody has read. */
  unread?: number;
  /** How far our last message has come, when it was not read. */
  last?: 'sent' | 'delivered' | 'failed';
  /**
   * One message a line: `<` from the customer, `>` from us, `<!` of a kind that the platform cannot
   * show. `\n` is a line break inside a message, an empty line stands for a night or two. A new day
   * starts with the customer, for the platform would not take free text of ours any more.
   */
  text: string;
}
