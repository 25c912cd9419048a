/** What other areas may use of this one. */

export { withPlainMentions } from './mentions.ts'
