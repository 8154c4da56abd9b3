/** The import of a page that runs in a frame (`"isolation": "frame"`): its port to the shell alone. */
export { connect, FrameCallError, type Frame } from '#kernel/client/frames/frame-port.ts';
export type { FrameState } from '#kernel/contract/plugin/frame.ts';
