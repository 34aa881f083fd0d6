/** The entry of the page: with data in it, it is a report; without, it asks its server. */
import { render } from 'preact';
import type { PageFile } from '../page-data.ts';
import { LivePage, ReportPage } from './page.tsx';
import { applyTheme, storedTheme } from './theme-switch.tsx';
import { readToken } from './ask-server.ts';
import './page.css';

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M3 14V4a2 2 0 0 1 2-2h1v12M13 14V4a2 2 0 0 0-2-2h-1v12' fill='none' stroke='%234878d8' stroke-width='2'/%3E%3C/svg%3E";

/** One run, or several in one file. */
const readFile = (): PageFile | null => {
  const text = document.getElementById('dualgate-data')?.textContent;
  if (text === undefined || text === null || text.trim() === '') return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the program that wrote this page
  return JSON.parse(text) as PageFile;
};

const addIcon = (): void => {
  const icon = document.createElement('link');
  icon.rel = 'icon';
  icon.href = ICON;
  document.head.append(icon);
};

const start = (): void => {
  applyTheme(storedTheme());
  if (document.documentElement.lang === '') document.documentElement.lang = 'en';
  if (document.querySelector('link[rel=icon]') === null) addIcon();
  const place = document.getElementById('dualgate-page') ?? document.createElement('div');
  place.id = 'dualgate-page';
  if (!place.isConnected) document.body.append(place);
  const file = readFile();
  render(file === null ? <LivePage token={readToken()} /> : <ReportPage file={file} />, place);
};

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
else start();
