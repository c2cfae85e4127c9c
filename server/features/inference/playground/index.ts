export { playgroundRouter } from './playground.router.ts';
