/**
 * Light or dark: follows the system, until a person chooses.
 *
 * @module
 */
export type Theme = 'system' | 'light' | 'dark';

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

export const keepTheme = (theme: Theme): void => {
  applyTheme(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It holds for as long as the page is open.
  }
};
