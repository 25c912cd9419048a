/** A label with the mark that its field must be filled. */
export function RequiredLabel({ text }: { text: string }) {
  return (
    <>
      {text}
      <span aria-hidden className="ml-1 text-danger-fg">
        *
      </span>
    </>
  )
}
