import { PlaceServer, type TransferableResponse, type WorkerRequest } from './place-server.ts';

const server = new PlaceServer();

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  send(server.reply(data));
  if (server.isPreparing) setTimeout(prepare);
});

/** One step at a time, so that later requests of the page come before the next step. */
function prepare(): void {
  const response = server.prepare();
  if (response) send(response);
  if (server.isPreparing) setTimeout(prepare);
}

function send({ message, transfer }: TransferableResponse): void {
  postMessage(message, { transfer: [...transfer] });
}
