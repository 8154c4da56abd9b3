import { pause } from '#kernel/plugin-api/client.ts';

/** Two soft notes, each with its pitch in Hz and its start in seconds. */
const notes = [
  [880, 0],
  [1174.66, 0.14],
] as const;

const length = 0.5;
const loudness = 0.12;

/** How long a sound may wait for the audio output to open, in milliseconds; later it would be outdated. */
const maxOpenMs = 3000;

let context: AudioContext | null = null;

/** Plays two soft notes. Browsers play nothing before the first press or key in the page; then it stays silent. */
export async function chime(): Promise<boolean> {
  const audio = open();
  if (!audio) return false;
  if (audio.state === 'suspended')
    await Promise.race([audio.resume(), pause(maxOpenMs)]).catch(() => undefined);
  if (audio.state !== 'running') return false;
  for (const [pitch, start] of notes) play(audio, pitch, audio.currentTime + start);
  return true;
}

/** Whether the browser allows this window to play: the user has pressed something in it. */
export function mayPlay(): boolean {
  return context?.state === 'running' || (navigator.userActivation?.hasBeenActive ?? false);
}

/** Enables later sounds with the first press or key in the page; returns the function that stops waiting. */
export function awaitGesture(): () => void {
  const stop = new AbortController();
  function begin(): void {
    stop.abort();
    void open()
      ?.resume()
      .catch(() => undefined);
  }
  addEventListener('pointerdown', begin, { signal: stop.signal });
  addEventListener('keydown', begin, { signal: stop.signal });
  return () => stop.abort();
}

function open(): AudioContext | null {
  try {
    context ??= new AudioContext();
  } catch {
    // There is no audio device.
  }
  return context;
}

function play(audio: AudioContext, pitch: number, start: number): void {
  const note = audio.createOscillator();
  const volume = audio.createGain();
  note.type = 'sine';
  note.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loudness, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  note.connect(volume).connect(audio.destination);
  note.start(start);
  note.stop(start + length);
}
