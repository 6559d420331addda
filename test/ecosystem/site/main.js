import { departure } from './departure.js';
import './style.css';

document.body.append(departure('09:15'));
