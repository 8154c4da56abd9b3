import { PlaceServer, type Question } from './place-server.ts';

const server = new PlaceServer();

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  const { answer, transfer } = server.reply(data);
  postMessage(answer, { transfer: [...transfer] });
});
