// Formats a generated page as `npm run format` does.
import { format } from 'oxfmt'
import settings from '../.oxfmtrc.json' with { type: 'json' }

/** Rejects if the text is not Markdown. */
export async function formatMarkdown(text: string): Promise<string> {
  const { printWidth, semi, singleQuote } = settings
  const { code, errors } = await format('page.md', text, { printWidth, semi, singleQuote })
  const [error] = errors
  if (error !== undefined) throw new Error(error.message)
  return code
}
