/**
 * Small specs as people write them, one for each format.
 *
 * @module
 */

export const SPEC_KIT = `# Feature Specification: Photo albums

**Feature Branch**: \`003-albums\`
**Status**: Draft

## User Scenarios & Testing *(mandatory)*

<!--
1. **Given** a comment, **When** it is read, **Then** it is no scenario
-->

### User Story 1 - Create an album (Priority: P1)

A person groups photos.

**Why this priority**: without it there is nothing.

**Acceptance Scenarios**:

1. **Given** no album, **When** a person creates one, **Then** it is empty
2. **Given** an album,
   **When** its name is taken,
   **Then** an error is shown

---

### User Story 2 - Delete an album (Priority: P2)

**Acceptance Scenarios**:

1. **Given** an album, **When** it is deleted, **Then** its photos remain

### Edge Cases

- What happens when the disk is full?

## Requirements *(mandatory)*

### Functional Requirements

- **FR-001**: System MUST store albums
- **FR-002**: Users MUST be able to rename an album
  - also an empty one
- **FR-003a**: System MUST sort by [NEEDS CLARIFICATION: date or name?]

### Non-Functional Requirements

- **NFR-001**: It is fast

### Key Entities *(include if feature involves data)*

- **Album**: a group of photos

## Success Criteria

- **SC-001**: 90% of users are happy

## Review & Acceptance Checklist

- [ ] No implementation details
- [x] Requirements are testable
`;

export const OPENSPEC = `# auth Specification

## Purpose
Who may enter.

## Requirements
### Requirement: Login

The system SHALL let known users in.

#### Scenario: Known user

- **WHEN** the password is right
- **THEN** the session starts
- **AND** the time is noted

#### Scenario: AC-7: Unknown user
- WHEN nobody has this name
- THEN the answer is 401

### Requirement: Logout
The system SHALL end sessions.
`;

export const PRD = JSON.stringify(
  {
    project: 'MyApp',
    branchName: 'ralph/priority',
    userStories: [
      {
        id: 'US-001',
        title: 'Add a priority',
        acceptanceCriteria: ['A column is added', 'The default is medium'],
        priority: 1,
        passes: true,
      },
      { id: 'US-002', title: 'Show it', acceptanceCriteria: ['A badge is shown'], priority: 2, passes: false },
    ],
  },
  null,
  2,
);
