/**
 * Which new `paths` of a tsconfig.json give an agent no more than its own tests do: aliases that can be the name of no
 * package, for files of the project.
 *
 * @module
 */
import { z } from 'zod';
import { parseJson } from '../text/parse-json.ts';

const settings = z.strictObject({
  paths: z.record(
    z.string().regex(/^(?:[@~]\/|#[\w-]+(?:\/|$))/),
    z.array(z.string().regex(/^\.\/(?!.*(?:\.\.|node_modules))/)),
  ),
});

/** @param text - as frozen: the options that resolve names, as JSON */
export const isPlainResolution = (text: string): boolean => settings.safeParse(parseJson(text)).success;
