// The entry point of the shared documents.
export { factKeyOf, trustKey } from './fact-key.ts'
export { openDocumentFile, storedFacts, type DocumentFile, type FactRow } from './document-file.ts'
export { SharedDocuments, type DocumentChange, type NewFact } from './shared-documents.ts'
export { BadUpdateError, checkUpdate, maxUpdateBytes } from './update-check.ts'
