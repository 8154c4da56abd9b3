export { createRealtime, type RealtimeOptions } from './realtime.ts';
