import type { Token } from 'node-llama-cpp';

/** How many tokens are guessed at once, at most, and at the beginning. */
const LONGEST = 16;
const FIRST = 4;
/** How far ahead the text may go on after a word that was left out or replaced. */
const NEAR = 12;
/** A single token occurs anywhere; two in a row say where we are. */
const SURE = 2;

/**
 * A text that an answer will probably repeat for the most part, such as one whose spelling is corrected. It guesses the
 * next tokens of the answer from where in the text the answer is. More are guessed the longer the guesses are right.
 */
export class ExpectedText {
  private readonly tokens: readonly Token[];
  private readonly written: Token[] = [];
  /** The place in the text of the token that comes next, or came next when it was last known. */
  private at = 0;
  private isKnown = true;
  private length = FIRST;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** Returns the tokens that probably come next, `most` at the most; none when the text does not say. */
  guess(most: number): readonly Token[] {
    if (!this.isKnown) return [];
    return this.tokens.slice(this.at, this.at + Math.max(0, Math.min(most, this.length)));
  }

  /** Notes the tokens that were written after a guess of some. */
  note(written: readonly Token[], guessed: number): void {
    const right = written.length - 1;
    if (guessed > 0) this.length = right === guessed ? Math.min(LONGEST, this.length * 2) : FIRST;
    for (const token of written) {
      this.written.push(token);
      if (this.isKnown && this.tokens[this.at] === token) this.at += 1;
      else this.find(token);
    }
  }

  /** Finds where the text goes on after a token: near the last place, or where the token before it matches too. */
  private find(token: Token): void {
    const near = this.tokens.indexOf(token, this.at);
    const pattern = this.written.slice(-SURE);
    const elsewhere = this.tokens.findIndex(
      (_, start) =>
        pattern.length === SURE && pattern.every((one, index) => this.tokens[start + index] === one),
    );
    const isNear = near >= 0 && near <= this.at + NEAR;
    this.isKnown = isNear || elsewhere >= 0;
    if (this.isKnown) this.at = isNear ? near + 1 : elsewhere + SURE;
  }
}
