// Keys and signatures of AppImage updates (docs/desktop.md):
//   node scripts/sign-update.mjs --new-key <file>                creates a private key
//   node scripts/sign-update.mjs <latest-linux.yml> <key> …      signs a release again, after it was edited
import { createKey, publicKeyOf, readKey, signFiles } from './desktop/update-signing.mjs';

const [first, ...files] = process.argv.slice(2);
if (!first || files.length === 0) {
  console.error(
    'Usage: node scripts/sign-update.mjs --new-key <file>\n       node scripts/sign-update.mjs <latest-linux.yml> <key file>…',
  );
  process.exit(1);
}
try {
  if (first === '--new-key') {
    createKey(files[0]);
    console.log(
      `Created ${files[0]}. Keep it secret, and keep a copy: without it, AppImages cannot be updated.`,
    );
    console.log(`Its public key is ${publicKeyOf(readKey(files[0]))}.`);
  } else {
    signFiles([first], files.map(readKey));
    console.log(`Signed ${first}.`);
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
