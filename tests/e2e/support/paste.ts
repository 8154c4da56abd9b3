import { expect, type Locator } from '@playwright/test';

/** Puts a text into the clipboard by cutting it from one field, and pastes it into another, like people and password managers. */
export async function pasteInto(field: Locator, text: string, by: Locator = field): Promise<void> {
  await by.fill(text);
  await by.press('ControlOrMeta+a');
  await by.press('ControlOrMeta+x');
  await expect(by).toHaveValue('');
  await field.focus();
  await field.press('ControlOrMeta+v');
  await expect(field).toHaveValue(text);
}
