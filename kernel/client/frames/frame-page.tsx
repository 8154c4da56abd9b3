import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { fromFrameSchema, namesCall, type FrameState, type ToFrame } from '#kernel/contract/frame.ts';
import type { RegisteredRoute } from '#kernel/contract/registry.ts';
import { toRequestError } from '../data/request-error.ts';
import { send } from '../data/send.ts';
import { loadTexts, textsOf, useText } from '../i18n/i18n.ts';
import { useLanguage } from '../i18n/language-store.ts';
import { useTheme } from '../preferences/preferences.ts';
import { readRegistry } from '../plugins/registry-store.ts';
import { ErrorState } from '../ui/index.ts';
import { createRateLimit } from './rate-limit.ts';
import { readTokens } from './read-tokens.ts';

/** Messages that a frame may send: this many at once, and as many again each second. */
const messageBurst = 60;
/** Calls of a frame that may be under way at once. */
const maxCalls = 6;

const Sandbox = styled.iframe`
  display: block;
  width: 100%;
  min-height: 320px;
  border: 0;
  background: transparent;
`;

/**
 * A page of a plugin that is not trusted: a sandboxed frame of opaque origin, which has no token, cookie or storage. It reaches
 * calls through a port, and only those that its manifest names; the server asks for the viewer's rights as ever.
 */
export function FramePage({ route, address }: { readonly route: RegisteredRoute; readonly address: string }) {
  const t = useText();
  const state = useFrameState(route);
  const navigate = useNavigate();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(320);
  const [isStopped, setStopped] = useState(false);
  const port = useRef<MessagePort | null>(null);
  const latest = useRef(state);

  useEffect(() => {
    latest.current = state;
    tell(port.current, state);
  }, [state]);
  useEffect(() => () => port.current?.close(), []);

  /** A frame that has loaded anew is another one: the port of the former is closed. */
  function greet(): void {
    port.current?.close();
    const { port1, port2 } = new MessageChannel();
    port.current = port1;
    const take = createReceiver({
      calls: readRegistry().installed.find(({ id }) => id === route.plugin)?.calls ?? [],
      answer: (message) => port1.postMessage(message),
      navigate: (path) => void navigate(path),
      setHeight,
      stop: () => {
        port1.close();
        setStopped(true);
      },
    });
    port1.addEventListener('message', ({ data }) => take(data));
    port1.start();
    // The origin of the frame is opaque, so that it cannot be named; nothing secret is in the greeting.
    frame.current?.contentWindow?.postMessage({ type: 'hello' }, '*', [port2]);
    tell(port1, latest.current);
  }

  if (isStopped)
    return (
      <ErrorState
        isPage
        title={t('pages.frame.title')}
        text={t('pages.frame.text')}
        onRetry={() => setStopped(false)}
      />
    );
  if (!state) return null;
  return (
    <Sandbox
      ref={frame}
      title={t('pages.frame.name', { plugin: route.plugin })}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      src={address}
      style={{ height }}
      onLoad={greet}
    />
  );
}

type Described = Omit<FrameState, 'tokens'>;

function tell(port: MessagePort | null, described: Described | null): void {
  if (!described) return;
  const told: ToFrame = { type: 'state', state: { ...described, tokens: readTokens() } };
  port?.postMessage(told);
}

/** What the frame is told, without the tokens, which are read when it is; null until its texts are there. */
function useFrameState({ plugin, key }: RegisteredRoute): Described | null {
  const { language } = useLanguage();
  const { theme } = useTheme();
  const { pathname } = useLocation();
  const params = JSON.stringify(useParams());
  const [loaded, setLoaded] = useState<{ readonly language: string; readonly texts: object } | null>(null);
  useEffect(() => {
    let gone = false;
    void loadTexts(plugin).then(
      () => gone || setLoaded({ language, texts: textsOf(language, plugin) ?? {} }),
    );
    return () => {
      gone = true;
    };
  }, [plugin, language]);
  return useMemo(() => {
    if (!loaded) return null;
    const texts = loaded.texts as Readonly<Record<string, unknown>>;
    const given = JSON.parse(params) as Record<string, string>;
    return { page: key, path: pathname, params: given, language: loaded.language, theme, texts };
  }, [key, pathname, params, loaded, theme]);
}

interface Receiver {
  readonly calls: readonly string[];
  readonly answer: (message: ToFrame) => void;
  readonly navigate: (path: string) => void;
  readonly setHeight: (pixels: number) => void;
  /** The frame floods the shell. */
  readonly stop: () => void;
}

function createReceiver({ calls, answer, navigate, setHeight, stop }: Receiver): (data: unknown) => void {
  const limit = createRateLimit(messageBurst);
  let underWay = 0;

  async function call(id: number, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
    if (!namesCall(calls, method, path))
      return answer({ type: 'failure', id, status: 0, text: 'not in calls' });
    if (underWay >= maxCalls) return answer({ type: 'failure', id, status: 429, text: 'too many calls' });
    underWay++;
    try {
      answer({ type: 'answer', id, body: await send(method, path, body) });
    } catch (error) {
      const { status, text } = toRequestError(error);
      answer({ type: 'failure', id, status, text });
    } finally {
      underWay--;
    }
  }

  return (data) => {
    if (!limit.take(performance.now())) return stop();
    const read = fromFrameSchema.safeParse(data);
    if (!read.success) return;
    const message = read.data;
    if (message.type === 'call') void call(message.id, message.method, message.path, message.body);
    else if (message.type === 'height') setHeight(Math.max(320, Math.ceil(message.pixels)));
    else if (!message.path.startsWith('//')) navigate(message.path);
  };
}
