import type { TestProject } from 'vitest/node';
import { startSite } from '../../e2e/support/site.ts';
import { deploymentWith, startProduct } from '../../e2e/support/server.ts';
import { startDisplay } from './display.ts';
import { putHostPages } from './host-pages.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the product. */
    readonly product: string;
    /** The address of another site, which embeds its widgets. */
    readonly site: string;
    /** The name of the display. */
    readonly display: string;
  }
}

/** Starts the product, another site and a display, once for all stories. */
export async function setup(project: TestProject): Promise<void> {
  const site = await startSite();
  const [display, product] = await Promise.all([
    startDisplay(),
    startProduct(
      deploymentWith((deployment) => {
        deployment.allowedOrigins = [site.url];
        deployment.plugins['intake'] = { config: { visitors: true, proofBits: 10, limits: { person: 50 } } };
      }),
    ),
  ]);
  putHostPages(site, product.url);
  project.provide('product', product.url);
  project.provide('site', site.url);
  project.provide('display', display.name);
  end = async () => {
    display.close();
    await Promise.all([site.close(), product.close()]);
  };
}

let end: () => Promise<void> = async () => undefined;

/** Stops all of them. */
export async function teardown(): Promise<void> {
  await end();
}
