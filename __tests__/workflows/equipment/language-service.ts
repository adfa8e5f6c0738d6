/**
 * GitHub's own language service, as a program: documents come in as JSON, and what is wrong with each goes out. It is a
 * program because the service consists of ES modules with imports that no Node runs; see validate.ts, which bundles it.
 */
import { text } from 'node:stream/consumers';
import { registerLogger, validate } from '@actions/languageservice';
import type { ActionMetadata } from '@actions/languageservice/action';
import { TextDocument } from 'vscode-languageserver-textdocument';

export interface Question {
  /** A path ending in action.yml is an action, every other a workflow. */
  readonly documents: readonly { readonly path: string; readonly text: string }[];
  /** What `uses:` may name, such as `actions/checkout`; without inputs, none is looked at. */
  readonly actions: Readonly<Record<string, ActionMetadata>>;
}

/** For each document, line and message. */
export type Answer = readonly (readonly string[])[];

async function answer({ documents, actions }: Question): Promise<Answer> {
  const actionsMetadataProvider = {
    fetchActionMetadata: async ({ owner, name, path }: { owner: string; name: string; path?: string }) =>
      actions[[owner, name, path].filter((part) => part !== undefined && part !== '').join('/')],
  };
  return Promise.all(
    documents.map(async (document) => {
      const textDocument = TextDocument.create(`file:///${document.path}`, 'yaml', 1, document.text);
      const found = await validate(textDocument, { actionsMetadataProvider });
      return found.map(
        ({ range, message }) =>
          `${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
      );
    }),
  );
}

async function main(): Promise<void> {
  // what it can't check it passes over, but for a word here
  const complain = (message: string): void => console.error(message);
  registerLogger({ error: complain, warn: complain, info: () => undefined, log: () => undefined });
  const question = JSON.parse(await text(process.stdin)) as Question;
  process.stdout.write(JSON.stringify(await answer(question)));
}

void main();
