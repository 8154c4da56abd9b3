import { useEffect, useRef, useState } from 'react';
import { useConnection } from './connection-store.ts';
import { eventHub } from './event-hub.ts';

/** Another user who has the same record open. */
export interface PresentPerson {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly writing: boolean;
}

interface PresenceMessage {
  readonly subject: string;
  readonly id: number;
  readonly people: readonly PresentPerson[];
}

/** Milliseconds between notifications of the server, which forgets a user after three times as long. */
const beatMs = 2000;
/** Minimum milliseconds between two reports of a change. */
const leastMs = 1000;

const nobody: readonly PresentPerson[] = [];

/**
 * Reports to the server that this page has a record open and whether the user is writing; returns the other users who
 * have it open. A hidden page has nothing open. `subject` is `<plugin>.<kind>`, listed in `presence` of the plugin's
 * server module.
 *
 * @example const people = usePresence('applications.application', 12, isWriting);
 */
export function usePresence(subject: string, id: number, writing: boolean): readonly PresentPerson[] {
  const { status } = useConnection();
  const [people, setPeople] = useState(nobody);
  const state = useRef({ writing, sentAt: 0 });
  const sendState = useRef<() => void>(() => undefined);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function beat(): void {
      clearTimeout(timer);
      if (!document.hidden) eventHub.send('presence', { subject, id, writing: state.current.writing });
      state.current.sentAt = performance.now();
      timer = setTimeout(beat, beatMs);
    }
    function leave(): void {
      eventHub.send('presence', null);
      setPeople(nobody);
    }
    const follow = () => (document.hidden ? leave() : beat());
    sendState.current = () => {
      clearTimeout(timer);
      timer = setTimeout(beat, Math.max(0, state.current.sentAt + leastMs - performance.now()));
    };
    const stop = eventHub.on('presence', (payload) => {
      // Sound: the server sends what this hook declares; other messages belong to other pages.
      const message = payload as PresenceMessage;
      if (message.subject === subject && message.id === id) setPeople(message.people);
    });
    document.addEventListener('visibilitychange', follow);
    beat();
    return () => {
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', follow);
      leave();
    };
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- reported again after a reconnect
  }, [subject, id, status]);

  useEffect(() => {
    if (state.current.writing === writing) return;
    state.current.writing = writing;
    sendState.current();
  }, [writing]);

  // Without a connection it is unknown who has the record open.
  return status === 'on' ? people : nobody;
}
