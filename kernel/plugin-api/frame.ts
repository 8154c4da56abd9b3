/** The API for pages that run in a frame (`"isolation": "frame"`): only the message port to the shell. */
export { connect, FrameCallError, type Frame } from '#kernel/client/frames/frame-port.ts';
export type { FrameState } from '#kernel/contract/plugin/frame.ts';
