import { expect, type Locator } from '@playwright/test';
import type { MapPage } from '../map/page.tsx';
import type { MapDriver } from './map.ts';
import { tap, touchDrag } from './map-gestures.ts';
import type { LatLng } from './map-points.ts';
import { textsIn } from './texts.ts';

declare function host(): MapPage;

/** One way to use the map: with a mouse, by touch, or by keyboard only. */
export abstract class InputDevice {
  readonly map: MapDriver;
  readonly translate: ReturnType<typeof textsIn>;

  constructor(map: MapDriver, lang: 'uz' | 'ru') {
    this.map = map;
    this.translate = textsIn(lang);
  }

  get stage(): Locator {
    return this.map.page.getByRole('application', { name: this.translate('map:label') });
  }

  button(key: string): Locator {
    return this.map.page.getByRole('button', { name: this.translate(`map:${key}`), exact: true });
  }

  get slider(): Locator {
    return this.map.page.getByLabel(this.translate('map:borders.simplify_by'));
  }

  get typed(): Locator {
    return this.map.page.getByLabel(this.translate('map:borders.typed'));
  }

  async choose(menu: 'borders' | 'forms', key: string): Promise<void> {
    await this.press(this.button(`${menu}.label`));
    await this.press(this.button(`${menu}.${key}`));
    await expect(this.map.page.locator('.km-hint')).toBeVisible();
  }

  abstract press(button: Locator): Promise<void>;
  abstract select(place: LatLng): Promise<void>;
  /** Puts a point at a place. */
  abstract point(place: LatLng): Promise<void>;
  /** Puts a point at a corner, to which it snaps. */
  abstract corner(place: LatLng): Promise<void>;
  abstract finish(): Promise<void>;
  /** Ends a tool that needs no explicit finishing. */
  abstract done(): Promise<void>;
  /** Starts editing the corners of the selected area. */
  abstract edit(): Promise<void>;
  /**
   * Drags a corner, by its number; by keyboard it moves one step to the right, and with `snaps` to the
   * nearest target.
   */
  abstract dragCorner(number: number, from: LatLng, to: LatLng, snaps: boolean): Promise<void>;
  /** Drags an area as a whole, or presses the arrow to the right. */
  abstract dragArea(from: LatLng, to: LatLng): Promise<void>;
  abstract slideToEnd(): Promise<void>;
  abstract toggleTracing(): Promise<void>;
  abstract submitTyped(): Promise<void>;
  abstract undo(): Promise<void>;
}

/** Clicks and drags. */
export class Mouse extends InputDevice {
  press = (button: Locator) => button.click();
  select = (place: LatLng) => this.map.click(place);
  point = (place: LatLng) => this.map.click(place, { modifiers: ['Alt'] });
  corner = (place: LatLng) => this.map.click(place);
  finish = () => this.press(this.button('draw.finish'));
  done = () => this.press(this.button('draw.done'));
  edit = () => this.press(this.button('toolbar.edit'));
  dragCorner = (_number: number, from: LatLng, to: LatLng) => this.map.drag(from, to);
  dragArea = (from: LatLng, to: LatLng) => this.map.drag(from, to);
  toggleTracing = () => this.press(this.button('borders.trace'));
  submitTyped = () => this.press(this.button('borders.typed_add'));
  undo = () => this.press(this.button('toolbar.undo'));

  async slideToEnd(): Promise<void> {
    const { width, height } = (await this.slider.boundingBox()) ?? { width: 0, height: 0 };
    await this.slider.click({ position: { x: width - 3, y: height / 2 } });
  }
}

/** Taps and drags with one finger. */
export class Finger extends Mouse {
  override press = (button: Locator) => button.tap();
  override select = (place: LatLng) => tap(this.map, place);
  override point = (place: LatLng) => tap(this.map, place);
  override corner = (place: LatLng) => tap(this.map, place);
  override dragCorner = (_number: number, from: LatLng, to: LatLng) => touchDrag(this.map, from, to);
  override dragArea = (from: LatLng, to: LatLng) => touchDrag(this.map, from, to);

  override async slideToEnd(): Promise<void> {
    const { width, height } = (await this.slider.boundingBox()) ?? { width: 0, height: 0 };
    await this.slider.tap({ position: { x: width - 3, y: height / 2 } });
  }
}

/** Only the keyboard: the crosshair is moved over each place. */
export class Keys extends InputDevice {
  async press(button: Locator): Promise<void> {
    await button.focus();
    await button.press('Enter');
  }

  /** Moves the crosshair over a place. */
  async #aim([wantedLat, wantedLng]: LatLng): Promise<void> {
    await this.stage.focus();
    const { mapCenter, mapZoom } = await this.map.page.evaluate(() => host().handle?.export() as never);
    const [y, x] = mapCenter as LatLng;
    const world = 512 * 2 ** (mapZoom as number);
    const north = (degrees: number) => Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360));
    await this.#pan(((wantedLng - x) / 360) * world, 'ArrowLeft', 'ArrowRight');
    await this.#pan(((north(wantedLat) - north(y)) / (2 * Math.PI)) * world, 'ArrowDown', 'ArrowUp');
  }

  async #pan(pixels: number, back: string, forth: string): Promise<void> {
    const arrow = pixels < 0 ? back : forth;
    const far = Math.round(Math.abs(pixels) / 10);
    for (let step = 0; step < Math.floor(far / 8); step += 1) await this.stage.press(arrow);
    for (let step = 0; step < far % 8; step += 1) await this.stage.press(`Shift+${arrow}`);
  }

  async select(place: LatLng): Promise<void> {
    await this.stage.focus();
    await this.stage.press('Escape');
    await this.point(place);
  }

  async point(place: LatLng): Promise<void> {
    await this.#aim(place);
    await this.stage.press('Enter');
  }

  async corner(place: LatLng): Promise<void> {
    await this.#aim(place);
    await this.stage.press('n');
  }

  async finish(): Promise<void> {
    await this.stage.focus();
    await this.stage.press('Shift+Enter');
  }

  async done(): Promise<void> {
    await this.stage.focus();
    await this.stage.press('Escape');
  }

  async edit(): Promise<void> {
    await this.stage.focus();
    await this.stage.press('Enter');
  }

  async dragCorner(number: number, _from: LatLng, _to: LatLng, snaps: boolean): Promise<void> {
    for (let step = 0; step < number; step += 1) await this.stage.press('Tab');
    await this.stage.press(snaps ? 'n' : 'Shift+ArrowRight');
  }

  async dragArea(): Promise<void> {
    await this.stage.focus();
    await this.stage.press('Shift+ArrowRight');
  }

  async slideToEnd(): Promise<void> {
    await this.slider.focus();
    await this.slider.press('End');
  }

  async toggleTracing(): Promise<void> {
    await this.stage.focus();
    await this.stage.press('t');
  }

  submitTyped = () => this.typed.press('Enter');

  async undo(): Promise<void> {
    await this.stage.focus();
    await this.stage.press('Control+z');
  }
}
