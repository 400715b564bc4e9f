import { hydrateRoot } from 'react-dom/client';
import { PlainForm, type PlainField } from './PlainForm';

const root = document.getElementById('root');
const fields = document.getElementById('fields')?.textContent;
if (root && fields) hydrateRoot(root, <PlainForm fields={JSON.parse(fields) as PlainField[]} />);
