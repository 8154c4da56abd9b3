import { PlaceServer, type WorkerRequest } from './place-server.ts';

const server = new PlaceServer();

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  const { answer, transfer } = server.reply(data);
  postMessage(answer, { transfer: [...transfer] });
});
