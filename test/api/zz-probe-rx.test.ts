import { it } from 'vitest';
import { languageOf, languageCodeOf } from '../../shared/domain/assist/text/language.ts';
import { fold } from '../../shared/domain/assist/text/fold.ts';
import { problemOf } from '../../server/inference/openai/schema-check.ts';
import { createAddressGuard } from '../../server/kernel/http-out/address-guard.ts';
const time = (n: string, f: () => unknown) => { const t = process.cpuUsage().user; f(); console.log(n, (process.cpuUsage().user - t) / 1000, 'ms cpu'); };
it('rx', () => {
  for (const n of [8_000, 32_000, 65_536]) {
    time(`languageOf a*${n}`, () => languageOf('a'.repeat(n)));
    time(`languageOf h*${n}`, () => languageOf('https:'.repeat(n / 6)));
    time(`fold .*${n}`, () => fold('.'.repeat(n)));
    time(`languageCodeOf {*${n}`, () => languageCodeOf('{{'.repeat(n / 2)));
  }
  const p = { allOf: Array.from({ length: 40 }, () => ({ pattern: '^(?:(a+)+b|a*!)$' })) };
  time('patterns', () => console.log(problemOf(`${'a'.repeat(24)}!`, p)));
  const g=createAddressGuard();
for (const a of ['8.8.8.8','127.0.0.1','0.0.0.0','100.64.0.1','192.0.0.1','192.88.99.1','198.18.0.1','240.0.0.1','255.255.255.255','169.254.169.254','::1','::','::ffff:127.0.0.1','::ffff:0:127.0.0.1','64:ff9b::7f00:1','64:ff9b:1::7f00:1','2002:7f00:1::','2001:0:1::','fec0::1','fe80::1','fc00::1','ff02::1','100::1','2001:db8::1','2001:10::1','2001:20::1','5f00::1','3fff::1','4000::1','2606:4700::1','fd00:ec2::254','::7f00:1','::127.0.0.1','0177.0.0.1','2130706433','127.1','168.63.129.16','::ffff:168.63.129.16','64:ff9b::a83f:8110','2001:4860:4860::8888','fe80::1%lo', '::ffff:a9fe:a9fe','0:0:0:0:5efe:7f00:1:1','2a01:5efe:7f00:1::', '192.31.196.1','192.52.193.1','192.175.48.1','203.0.113.1','224.0.0.1']) if (g(a)) console.log('PERMITTED', a);
}, 600_000);
