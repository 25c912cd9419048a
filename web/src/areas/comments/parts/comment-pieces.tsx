import { piecesOf } from './mentions.ts'

/** The words of a comment, with the people it names set apart. */
export const CommentPieces = ({ content }: { content: string }) =>
  piecesOf(content).map(({ text, mention }, place) =>
    mention ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have nothing but their place
      <span key={place} className="rounded-xs bg-accent-subtle px-1 font-medium text-accent-text">
        {text}
      </span>
    ) : (
      text
    ),
  )
