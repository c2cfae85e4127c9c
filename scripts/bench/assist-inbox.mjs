// What the inbox asks for when a conversation is opened, over HTTP, in a workspace of some months.
import { fillShop } from './fill-shop.mjs';
import { compare, timed, withServer } from './processes.mjs';

const ROUNDS = 300;
const CHIPS = 'suggested saved replies';

/** Measures the suggested saved replies and the prepared draft of conversations that were never opened before. */
export async function inbox() {
  const prepare = ({ databaseUrl, tenantId }) => fillShop(databaseUrl, tenantId);
  await withServer({ prepare }, async ({ filled, send }) => {
    const { waiting, replies, examples, messages } = filled;
    await send('PATCH', '/assist', { modes: { drafts: 'on' } });
    const found = { shown: 0, gated: 0 };
    const suggestions = async (id) => send('GET', `/conversations/${id}/suggested-replies`);
    const { seconds } = await timed(async () => {
      while ((await suggestions(waiting[0])).state === 'learning')
        await new Promise((resolve) => setTimeout(resolve, 100));
    });
    console.log(
      `${replies} saved replies, ${examples} examples, ${messages} messages; learned in ${seconds.toFixed(1)} s`,
    );
    // Each kind goes through the conversations by itself, so that none is opened a second time by the same.
    const next = () => {
      let at = -1;
      return () => {
        at += 1;
        return waiting[at % waiting.length];
      };
    };
    const [open, chips, draft] = [next(), next(), next()];
    await compare(
      {
        'GET /conversations/{id} (the floor)': () => send('GET', `/conversations/${open()}`),
        [CHIPS]: async () => {
          const { state, data } = await suggestions(chips());
          found[state] += 1;
          if (state === 'shown' && data.length === 0) throw new Error('nothing is shown');
        },
        'prepared draft': async () => {
          const { draft: ready } = await send('GET', `/conversations/${draft()}/assist-draft`);
          if (!ready) throw new Error('there is no draft');
        },
      },
      {
        rounds: ROUNDS,
        report: {
          id: 'assist/inbox',
          aimOf: (kind) => (kind === CHIPS ? { figure: 'p95', atMost: 50 } : undefined),
        },
      },
    );
    console.log(`  suggestions shown for ${found.shown}, withheld for ${found.gated}`);
  });
}
