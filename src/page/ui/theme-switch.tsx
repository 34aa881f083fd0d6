/**
 * Light, dark, or as the system has it.
 *
 * @module
 */
import { useState } from 'preact/hooks';
import { keepTheme, storedTheme, type Theme } from './theme.ts';

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const SIGNS: Readonly<Record<Theme, string>> = { system: '◐', light: '☀', dark: '☾' };

export const ThemeSwitch = () => {
  const [theme, setTheme] = useState(storedTheme);
  const turn = (): void => {
    keepTheme(NEXT[theme]);
    setTheme(NEXT[theme]);
  };
  const name = `Theme: ${theme}. Switch to ${NEXT[theme]}`;
  return (
    <button type="button" class="icon-button" onClick={turn} aria-label={name} title={name}>
      <span aria-hidden="true">{SIGNS[theme]}</span>
    </button>
  );
};
