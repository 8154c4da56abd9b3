/** What a page is written with that runs in a frame (`"isolation": "frame"`): the port to the shell, and nothing else of it. */
export { connect, FrameCallError, type Frame } from '#kernel/client/frames/frame-port.ts';
export type { FrameState } from '#kernel/contract/frame.ts';
