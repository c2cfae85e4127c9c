// Loads one build of the engine and prints the GPUs that it finds. A separate process, because an error in
// native code can end it. It must be a file, because the library starts copies of its process to test the
// build.
import { getLlama } from 'node-llama-cpp';

const [gpu] = process.argv.slice(2);
const llama = await getLlama({ gpu: gpu === 'cpu' ? false : gpu, build: 'never', logLevel: 'error' });
console.log(`GPUs: ${JSON.stringify(await llama.getGpuDeviceNames())}`);
process.exit(0);
