import { type BackendModule, createInstance, type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { languageOrder, languageStore, onLanguageChange } from './language-store.ts';
import { readToken } from '../storage/access-token.ts';
import { fetchEarly } from '../preload/early.ts';
import type { Language } from '#kernel/domain/text/languages.ts';

const texts = createInstance();

type Namespace = Readonly<Record<string, string>>;

/** Bundles of texts by language. Each namespace is taken once, so that reading it again requests it. */
const bundles = new Map<string, Promise<Map<string, Namespace>>>();

/**
 * Takes a namespace from the bundle of texts with which a signed-in page starts; undefined if it was taken already, or
 * if an older server has no bundles.
 */
async function takeBundled(language: string, namespace: string): Promise<Namespace | undefined> {
  if (readToken() === null) return undefined;
  const bundle = bundles.get(language) ?? fetchBundle(language);
  bundles.set(language, bundle);
  const found = await bundle;
  const own = found.get(namespace);
  found.delete(namespace);
  return own;
}

async function fetchBundle(language: string): Promise<Map<string, Namespace>> {
  try {
    const response = await fetchEarly(`/locales/${language}.json`);
    if (response.ok) return new Map(Object.entries((await response.json()) as Record<string, Namespace>));
  } catch {
    // Each namespace is then requested separately, with retries.
  }
  return new Map();
}

/** Loads the texts of a language and namespace; i18next retries after server and network errors. */
const fileBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    void takeBundled(language, namespace).then((bundled) =>
      bundled ? done(null, bundled) : readFile(language, namespace, done),
    );
  },
};

/** Fetches the file of a language and namespace. */
const readFile: BackendModule['read'] = (language, namespace, done) => {
  fetchEarly(`/locales/${language}/${namespace}.json`).then(
    async (response) => {
      if (!response.ok) return done(`status ${response.status}`, response.status >= 500);
      try {
        done(null, (await response.json()) as Record<string, string>);
      } catch (error) {
        done(error as Error, false);
      }
    },
    (error: Error) => done(error, true),
  );
};

/**
 * Loads the kernel's texts; a plugin's texts are loaded with its code. Rejects if the kernel's texts cannot be loaded.
 */
export async function startTexts(): Promise<void> {
  if (!texts.isInitialized) {
    onLanguageChange((language) => texts.changeLanguage(language));
    await texts
      .use(fileBackend)
      .use(initReactI18next)
      .init({
        lng: languageStore.language,
        fallbackLng: 'uz',
        supportedLngs: [...languageOrder],
        ns: ['kernel'],
        defaultNS: 'kernel',
        maxRetries: 5,
        retryTimeout: 350,
        maxParallelReads: 10,
        interpolation: { escapeValue: false },
        react: { useSuspense: false },
        returnNull: false,
      });
    texts.store.on('added', () => {
      lookedUp = new WeakMap();
    });
  }
  if (!texts.hasResourceBundle(languageStore.language, 'kernel')) {
    await texts.reloadResources([languageStore.language], ['kernel']);
  }
  if (!texts.hasResourceBundle(languageStore.language, 'kernel')) {
    throw new Error('The texts of the kernel could not be loaded');
  }
}

/** Loads the texts of plugins; texts that cannot be loaded show their keys. */
export async function loadTexts(...namespaces: readonly string[]): Promise<void> {
  if (namespaces.length > 0) await texts.loadNamespaces([...namespaces]);
}

/** Reloads texts that another version of a plugin has changed. */
export async function reloadTexts(...namespaces: readonly string[]): Promise<void> {
  if (namespaces.length > 0) await texts.reloadResources(undefined, [...namespaces]);
}

/** Translates outside of components, by full key: `translate('kernel:failure.network')`. */
export function translate(key: string, values: Record<string, string | number> = {}): string {
  if (texts.isInitialized && texts.exists(key)) return texts.t(key, values);
  return bootTexts(languageStore.language)[key.slice(key.lastIndexOf('.') + 1)] ?? key;
}

/**
 * The texts of a namespace, in the current language.
 *
 * @example const t = useText('applications'); t('list.title'); t('list.count', { count: 3 });
 */
export function useText(namespace: string = 'kernel'): TFunction {
  return remembering(useTranslation(namespace).t);
}

const remembered = new WeakMap<TFunction, TFunction>();

/** Cached texts by `t`; replaced when texts are loaded. */
let lookedUp = new WeakMap<TFunction, Map<string, unknown>>();

/**
 * A `t` that caches texts without parameters, since i18next would parse the key for each card of a list. Returns the
 * same function for the same `t`.
 */
function remembering(t: TFunction): TFunction {
  const known = remembered.get(t);
  if (known) return known;
  function translateOnce(...given: Parameters<TFunction>): unknown {
    const [key] = given;
    if (given.length > 1 || typeof key !== 'string') return t(...given);
    const own = lookedUp.get(t) ?? new Map<string, unknown>();
    lookedUp.set(t, own);
    if (!own.has(key)) own.set(key, t(...given));
    return own.get(key);
  }
  const result = translateOnce as TFunction;
  remembered.set(t, result);
  return result;
}

/** The texts of several namespaces, by their full keys, `<namespace>:<key>`. */
export function useTextOf(namespaces: readonly string[]): TFunction {
  return useTranslation([...namespaces]).t;
}

/** The language whose texts are loaded: the chosen one, once its texts have arrived. */
export function useTextLanguage(): string {
  return useTranslation().i18n.language;
}

/** A list of texts, such as month names. */
export function textList(t: TFunction, key: string): readonly string[] {
  const list: unknown = t(key, { returnObjects: true });
  return Array.isArray(list) ? (list as string[]) : [];
}

/** All texts of a namespace as in its file, for a widget outside of the kernel; null until they are loaded. */
export function textsOf<Texts>(language: string, namespace: string): Texts | null {
  const found: unknown =
    texts.getResourceBundle(language, namespace) ?? texts.getResourceBundle('uz', namespace);
  return (found as Texts | undefined) ?? null;
}

/** The few texts that are shown if none can be loaded; they are part of the bundle. */
const bundled = import.meta.glob<Readonly<Record<string, string>>>('/locales/*/kernel.json', {
  eager: true,
  import: 'boot',
});

/** The texts for a failed start, by the last part of their key. */
export function bootTexts(language: Language): Readonly<Record<string, string>> {
  return bundled[`/locales/${language}/kernel.json`] ?? {};
}
