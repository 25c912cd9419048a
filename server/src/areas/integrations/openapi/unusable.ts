/** Why a document, or one of its operations, can't be used, in words for the person who sent it. */
export class Unusable extends Error {
  override readonly name = 'Unusable'
}
