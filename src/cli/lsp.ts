import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { serve } from '../lsp/server';

// By standard input and output, which `--stdio` is the name of that editors give; nothing else is written there.
serve(createConnection(ProposedFeatures.all, process.stdin, process.stdout));
