import { useEffect } from 'react';
import { proxy, subscribe } from 'valtio';
import { deploymentStore } from '../deployment/deployment-store.ts';

const titleStore = proxy<{ title: string; count: number }>({ title: '', count: 0 });

/** Sets the title of the window. @example <PageTitle>{t('title')}</PageTitle> */
export function PageTitle({ children: title }: { readonly children: string }) {
  useEffect(() => {
    titleStore.title = title;
    return () => {
      if (titleStore.title === title) titleStore.title = '';
    };
  }, [title]);
  return null;
}

/** Shows a count before the window's title and a dot on its icon, such as for unread notifications; 0 removes both. */
export function setTitleCount(count: number): void {
  titleStore.count = count;
}

/** The complete title of the window. */
export function windowTitle(title: string, name: string, count: number): string {
  const words = title === '' ? name : `${title} · ${name}`;
  return count > 0 ? `(${count > 99 ? '99+' : count}) ${words}` : words;
}

/** Keeps the window's title and icon up to date; returns a function that stops it. */
export function syncWindowTitle(): () => void {
  function write(): void {
    document.title = windowTitle(titleStore.title, deploymentStore.announced.name, titleStore.count);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const address = titleStore.count > 0 ? '/mark-dot.svg' : '/mark.svg';
    // Browsers fetch an icon again with each change, even to the same address.
    if (icon && icon.getAttribute('href') !== address) icon.href = address;
  }
  write();
  const stops = [subscribe(titleStore, write), subscribe(deploymentStore, write)];
  return () => {
    titleStore.count = 0;
    write();
    stops.forEach((stop) => stop());
  };
}
