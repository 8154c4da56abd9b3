import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { styled } from 'styled-components';
import type { FrameState, ToFrame } from '#kernel/contract/plugin/frame.ts';
import type { RegisteredRoute } from '#kernel/contract/plugin/registry.ts';
import { createTokenBuckets } from '#kernel/domain/values/token-buckets.ts';
import { send } from '../data/send.ts';
import { loadTexts, textsOf, useText, useTextLanguage } from '../i18n/i18n.ts';
import { useTheme } from '../preferences/preferences.ts';
import { readRegistry } from '../plugins/registry-store.ts';
import { ErrorState } from '../ui/index.ts';
import { createFrameReceiver, loadCost, messageLimit } from './frame-receiver.ts';

const Sandbox = styled.iframe`
  display: block;
  width: 100%;
  min-height: 320px;
  border: 0;
  background: transparent;
`;

/**
 * A page of an untrusted plugin: a sandboxed frame with an opaque origin, without token, cookies or storage. It makes
 * calls through a port, only those that its manifest names; the server checks the user's rights as always.
 */
export function FramePage({ route, address }: { readonly route: RegisteredRoute; readonly address: string }) {
  const t = useText();
  const state = useFrameState(route);
  const { frame, height, isStopped, greet, restart } = useFramePort(route.plugin, state);
  if (isStopped)
    return (
      <ErrorState isPage title={t('pages.frame.title')} text={t('pages.frame.text')} onRetry={restart} />
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

/** The port of a frame, through which it makes calls and gets its state; a frame that sends too much is stopped. */
function useFramePort(plugin: string, state: Described | null) {
  const navigate = useNavigate();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(320);
  const [isStopped, setStopped] = useState(false);
  const [takeTokens] = useState(() => createTokenBuckets<'frame'>(messageLimit, () => performance.now()));
  const port = useRef<MessagePort | null>(null);
  const latest = useRef(state);

  useEffect(() => {
    latest.current = state;
    postState(port.current, state);
  }, [state]);
  useEffect(() => () => port.current?.close(), []);

  /** A reloaded frame gets a new port; the previous one is closed. */
  function greet(): void {
    port.current?.close();
    if (takeTokens('frame', loadCost) > 0) return setStopped(true);
    const { port1, port2 } = new MessageChannel();
    port.current = port1;
    const take = createFrameReceiver({
      calls: readRegistry().installed.find(({ id }) => id === plugin)?.calls ?? [],
      takeTokens,
      origin: location.origin,
      send,
      post: (message) => port1.postMessage(message),
      navigate: (path) => void navigate(path),
      setHeight,
      stop: () => {
        port1.close();
        setStopped(true);
      },
    });
    port1.addEventListener('message', ({ data }) => take(data));
    port1.start();
    // The frame's origin is opaque, so no target origin can be given; the message contains nothing secret.
    frame.current?.contentWindow?.postMessage({ type: 'hello' }, '*', [port2]);
    postState(port1, latest.current);
  }

  return { frame, height, isStopped, greet, restart: () => setStopped(false) };
}

function postState(port: MessagePort | null, described: Described | null): void {
  if (!described) return;
  const message: ToFrame = { type: 'state', state: { ...described, tokens: readTokens() } };
  port?.postMessage(message);
}

/**
 * The message to the frame, without the design tokens, which are read when it is sent; null until its texts are loaded.
 */
function useFrameState({ plugin, key }: RegisteredRoute): Described | null {
  const language = useTextLanguage();
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

/** The shell's current CSS custom properties: colours, sizes, fonts. */
function readTokens(): Readonly<Record<string, string>> {
  const computed = getComputedStyle(document.documentElement);
  const names = new Set<string>();
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule) || !rule.selectorText.includes(':root')) continue;
      for (const name of rule.style) if (name.startsWith('--')) names.add(name);
    }
  }
  return Object.fromEntries([...names].map((name) => [name, computed.getPropertyValue(name).trim()]));
}
