import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { framingSite, metaOf, openChannel } from '../../shared/channel.ts';
import type { Lang, Theme } from '../../shared/messages.ts';
import { createApi } from '../model/api.ts';
import { createApply, type Apply } from '../model/apply.ts';
import { parseDraft, serializeDraft, type Draft } from '../model/draft.ts';
import { createSeal } from '../model/seal.ts';
import type { ApplyState } from '../model/state.ts';
import { storeChanges } from '../../shared/store-changes.ts';
import { readToPanel, type ToLoader, type ToPanel } from '../protocol/messages.ts';
import { ApplyPanel, type ApplyPanelProps } from '../view/apply-panel.tsx';
import { textsIn } from '../view/texts.ts';
import { themedStyles } from '../../shared/style/themed-styles.ts';
import styles from '../view/apply.css?inline';

/** The age from which a rejection may mean that the embed token has expired: the page is loaded again for a new one. */
const tokenLifetimeMs = 3_600_000;

/** The delay after which changes are stored, in milliseconds. */
const storeDelayMs = 300;

const hostSite = framingSite();

// Opened as a page of its own, it has neither a site nor a loader that stores the draft.
if (hostSite !== null) start(hostSite);

function start(origin: string): void {
  const container = document.querySelector('#panel') as HTMLElement;
  const root = createRoot(container);
  const seal = createSeal(metaOf('draft-key'));
  let appearance: { readonly lang: Lang; readonly theme: Theme } = { lang: 'uz', theme: 'auto' };
  let apply: Apply | null = null;
  const api = createApi(metaOf('embed-token'), () => appearance.lang);
  const channel = openChannel<ToPanel, ToLoader>(origin, readToPanel, (message) => void take(message));
  const onStep = () => channel.post({ type: 'top' });
  adoptStyles();
  // The height of the loading text would make the page around the form jump twice.
  reportHeight(container, channel.post, () => apply?.state.loading !== 'form');
  for (const type of ['online', 'offline']) addEventListener(type, draw);

  async function take({ type, lang, theme, ...rest }: ToPanel): Promise<void> {
    appearance = { lang, theme };
    if (type === 'start' && !apply) {
      const stored = 'draft' in rest ? await seal.open(rest.draft) : null;
      apply ??= begin(parseDraft(stored));
    }
    draw();
  }

  function begin(draft: Draft): Apply {
    const store = storeChanges<ApplyState>(
      async ({ draft: latest }) => {
        const text = await seal.close(serializeDraft(latest));
        if (text !== null) channel.post({ type: 'keep', text, lasts: lastsOnDevice(latest) });
      },
      // A sent application is stored at once: its code is returned only in this response.
      { delayMs: storeDelayMs, isUrgent: ({ draft: { receipt } }) => receipt !== null },
    );
    const created = createApply({
      api,
      draft,
      onChange(state, before) {
        if (state.draft !== before.draft) store(state);
        draw();
      },
      onSent: () => channel.post({ type: 'sent' }),
      onExpired() {
        if (performance.now() > tokenLifetimeMs) location.reload();
      },
    });
    void created.load();
    return created;
  }

  function draw(): void {
    if (!apply) return;
    const online = navigator.onLine;
    root.render(<Page {...{ apply, api, online, onStep, ...appearance }} state={apply.state} />);
  }
}

function Page(props: ApplyPanelProps) {
  const { lang } = props;
  useEffect(() => {
    document.documentElement.lang = lang;
    document.title = textsIn(lang).title;
  }, [lang]);
  return <ApplyPanel {...props} />;
}

/** Reports the height of the panel to the loader, since the page cannot measure it. */
function reportHeight(root: HTMLElement, post: (message: ToLoader) => void, isLoaded: () => boolean): void {
  new ResizeObserver(() => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    if (height > 0 && isLoaded()) post({ type: 'size', height: Math.min(height, 20_000) });
  }).observe(root);
}

/**
 * Whether a draft may be stored on the device: receipts and identified persons never, everything else only if
 * the citizen chose it.
 */
function lastsOnDevice({ keeps, receipt, person, identity }: Draft): boolean {
  return keeps && receipt === null && person === null && (identity?.openedAt ?? null) === null;
}

/** Adopts the styles of the panel as a constructed sheet, which no content security policy forbids. */
function adoptStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(themedStyles('.ka', styles));
  document.adoptedStyleSheets = [sheet];
}
