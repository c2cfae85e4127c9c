export { type CallEnd, type PromptRecord, recordPrompt } from './prompt-recorder.ts';
