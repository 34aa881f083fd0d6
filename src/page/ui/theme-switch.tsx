/** Light, dark, or as the system has it. */
import { useState } from 'preact/hooks';

/** Light or dark: follows the system, until a person chooses. */
type Theme = 'system' | 'light' | 'dark';

const KEY = 'dualgate-theme';

/** The last choice; a page from disk may not be allowed to store one. */
export const storedTheme = (): Theme => {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
};

export const applyTheme = (theme: Theme): void => {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
};

const keepTheme = (theme: Theme): void => {
  applyTheme(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It holds for as long as the page is open.
  }
};

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
