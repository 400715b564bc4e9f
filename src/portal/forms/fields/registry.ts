import { AgreementField } from './AgreementField';
import { CheckboxField } from './CheckboxField';
import { CheckboxesField, RadioField } from './ChoiceFields';
import {
  DateField,
  DateTimeField,
  EmailField,
  HiddenField,
  IdNumberField,
  MonthField,
  NumberField,
  PhoneField,
  TextField,
  TimeField,
} from './inputFields';
import { HeadingField } from './HeadingField';
import type { Loadable } from '../../ui/loadable';
import type { FieldKinds, FieldProps } from './kinds';
import { PasswordField } from './PasswordField';
import { RatingField } from './RatingField';
import { SelectField } from './SelectField';
import { SliderField } from './SliderField';
import { TextareaField } from './TextareaField';

const upload: Loadable<FieldProps> = { load: () => import('./UploadField').then((module) => module.UploadField) };
const pick: Loadable<FieldProps> = { load: () => import('./PickField').then((module) => module.PickField) };

/** The components of all kinds of fields: what most forms have comes with the first page that has one, the rest with the first that needs it. */
export const fieldKinds: FieldKinds = {
  text: TextField,
  textarea: TextareaField,
  phone: PhoneField,
  idNumber: IdNumberField,
  password: PasswordField,
  email: EmailField,
  number: NumberField,
  integer: NumberField,
  slider: SliderField,
  date: DateField,
  dateTime: DateTimeField,
  month: MonthField,
  time: TimeField,
  select: SelectField,
  radio: RadioField,
  checkboxes: CheckboxesField,
  rating: RatingField,
  checkbox: CheckboxField,
  agreement: AgreementField,
  captcha: { load: () => import('./codeFields').then((module) => module.CaptchaField) },
  smsCode: { load: () => import('./codeFields').then((module) => module.SmsCodeField) },
  hidden: HiddenField,
  richText: { load: () => import('./RichTextField').then((module) => module.RichTextField) },
  image: upload,
  video: upload,
  file: upload,
  pickOne: pick,
  pickMany: pick,
  timeSlots: { load: () => import('./TimeSlotsField').then((module) => module.TimeSlotsField) },
  cascade: { load: () => import('./CascadeField').then((module) => module.CascadeField) },
  combobox: { load: () => import('./ComboboxField').then((module) => module.ComboboxField) },
  types: { load: () => import('./TypesField').then((module) => module.TypesField) },
  heading: HeadingField,
};
